import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../components/values/use-formats.ts';
import { statsQuery } from './queries.ts';

/** What became of the messages that were sent with the templates of a channel; nothing before the first. */
export function Stats({ channelId }: { channelId: string }) {
  const { t } = useTranslation('templates');
  const { number } = useFormats();
  const { data } = useQuery(statsQuery(channelId));
  if (!data || data.sends === 0) return null;
  const share = (rate: number | null) => (rate === null ? '' : ` · ${number(Math.round(rate * 100))} %`);
  const figures = [
    { name: 'sends', value: number(data.sends) },
    { name: 'delivered', value: number(data.delivered) + share(data.deliveryRate) },
    { name: 'read', value: number(data.read) + share(data.readRate) },
    ...data.byCategory
      .filter(({ sends }) => sends > 0 && sends < data.sends)
      .map(({ category, sends }) => ({ name: category, value: number(sends) })),
  ];
  return (
    <section className="te-figures fd-figures" aria-label={t('stats.title')}>
      {figures.map(({ name, value }) => (
        <p key={name}>
          <strong>{value}</strong>
          <span>{t(`stats.${name}`)}</span>
        </p>
      ))}
    </section>
  );
}
