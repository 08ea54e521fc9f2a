import { useTranslation } from 'react-i18next';

/** What a name of a text stands for, in words; the flow's own names are said to be answers. */
export function useVariableWords(): (name: string) => string {
  const { t, i18n } = useTranslation('flows');
  return (name) => {
    const key = `variables.${name.replace('.', '_')}`;
    if (i18n.exists(`flows:${key}`)) return t(key);
    return t(name.startsWith('event.') ? 'variables.ofEvent' : 'variables.own');
  };
}
