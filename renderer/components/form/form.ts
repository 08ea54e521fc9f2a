import type { useForm } from '@mantine/form';

/** Return type of `useForm`. The type that the package exports does not resolve under `nodenext`. */
export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;
