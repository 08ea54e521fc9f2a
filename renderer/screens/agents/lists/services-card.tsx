import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Tagged } from '../../../api/client.ts';
import { NumberField } from '../../../components/form/number-field.tsx';
import { useBegunForm } from '../../../kept/use-begun-form.ts';
import { changeAgent } from '../change-agent.ts';
import { PriceField } from '../price-field.tsx';
import type { Agent } from '../queries.ts';
import { useAgentAction } from '../use-agent-action.ts';
import { useFacts } from '../use-facts.ts';
import { EditableList, type FormProps, type LineProps, LineText } from './editable-list.tsx';
import { InlineForm } from './inline-form.tsx';
import { LineButtons, MoveButtons } from './line-buttons.tsx';

type Service = Agent['services'][number];
/** Request body of a service; the server assigns the id of a new one. */
type ServiceDraft = Omit<Service, 'id'> & Partial<Pick<Service, 'id'>>;

const mostServices = 200;

/** Bookable services with duration and price; the agent quotes only these prices and those of products. */
export function ServicesCard({ present }: { present: Tagged<Agent> }) {
  const { t } = useTranslation('agents');
  const { services } = present.state;
  return (
    <EditableList
      title={t('services.title')}
      intro={t('services.intro')}
      add={t('services.add')}
      canAdd={services.length < mostServices}
      none={t('services.none')}
      entries={services}
      line={(line) => <Line {...line} present={present} />}
      form={(form) => <ServiceForm key={form.entry?.id} {...form} present={present} />}
    />
  );
}

/** Saves the whole list of services. Fails with 412 if others changed it since it was read. */
function useServices(present: Tagged<Agent>, options: { quiet?: boolean } = {}) {
  const client = useQueryClient();
  return useAgentAction((services: ServiceDraft[]) => changeAgent(client, present, { services }), options);
}

function Line({ entry, index, onEdit, present }: LineProps<Service> & { present: Tagged<Agent> }) {
  const { t } = useTranslation('agents');
  const facts = useFacts();
  const save = useServices(present);
  const others = present.state.services.filter(({ id }) => id !== entry.id);
  const { name, description, durationMinutes, price } = entry;
  const told = [facts.minutes(durationMinutes), price === null ? t('services.noPrice') : facts.price(price)];
  return (
    <LineText
      title={name}
      text={[told.filter((fact) => fact !== null).join(' · '), description].filter(Boolean).join('\n')}
    >
      <MoveButtons
        name={name}
        index={index}
        count={others.length + 1}
        onMove={(to) => save.mutate(others.toSpliced(to, 0, entry))}
      />
      <LineButtons
        name={name}
        onEdit={onEdit}
        deleteQuestion={t('services.deleteQuestion')}
        onDelete={() => save.mutate(others)}
        isDeleting={save.isPending && save.variables.length === others.length}
      />
    </LineText>
  );
}

interface Fields {
  name: string;
  description: string;
  durationMinutes: number | null;
  price: number | null;
}

function ServiceForm({ entry, onDone, present }: FormProps<Service> & { present: Tagged<Agent> }) {
  const { t } = useTranslation('agents');
  const { form, begun } = useBegunForm<Fields>(`service.${present.state.id}.${entry?.id ?? 'new'}`, {
    name: entry?.name ?? '',
    description: entry?.description ?? '',
    durationMinutes: entry?.durationMinutes ?? null,
    price: entry?.price ?? null,
  });
  const end = () => {
    begun.forget();
    onDone();
  };
  const save = useServices(present, { quiet: true });
  const onSave = () => {
    const { services } = present.state;
    const { name, description, ...rest } = form.values;
    const saved = { ...entry, ...rest, name: name.trim(), description: description.trim() || null };
    const next = entry ? services.map((one) => (one.id === entry.id ? saved : one)) : [...services, saved];
    save.mutate(next, { onSuccess: end });
  };
  return (
    <InlineForm
      label={entry?.name ?? t('services.add')}
      isDirty={form.isDirty()}
      isReady={form.values.name.trim() !== ''}
      isSaving={save.isPending}
      error={save.error}
      begun={begun}
      onSave={onSave}
      onCancel={end}
    >
      <TextInput label={t('services.name')} required maxLength={120} {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberField
          label={t('services.duration')}
          description={t('services.durationHelp')}
          min={1}
          max={1_440}
          step={5}
          {...form.getInputProps('durationMinutes')}
          value={form.values.durationMinutes}
        />
        <PriceField description={t('services.priceHelp')} {...form.getInputProps('price')} value={form.values.price} />
      </SimpleGrid>
      <Textarea
        label={t('services.description')}
        autosize
        minRows={2}
        maxLength={1_000}
        {...form.getInputProps('description')}
      />
    </InlineForm>
  );
}
