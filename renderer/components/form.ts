import type { useForm } from '@mantine/form';

/** What `useForm` returns. The package exports a type for it too, which does not resolve under `nodenext`. */
export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;
