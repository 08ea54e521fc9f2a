import { z } from 'zod';
import { addSpare, listSpares, MachineId, removeSpare, SpareMachine } from '../platform/machine/spare-machines.ts';
import { readMachine } from '../platform/machine/this-machine.ts';
import { type Command, CommandError, defineCommand, formatTable } from './command.ts';
import { openHome } from './open-home.ts';
import { program } from './usage.ts';

const idArgument = { id: `The id that "${program} machine" shows on that machine` };

const show = (spares: SpareMachine[]) => ({
  json: { spares },
  text:
    spares.length === 0
      ? 'There is no spare machine.'
      : formatTable(
          ['ID', 'NAME'],
          spares.map(({ id, name }) => [id, name]),
        ),
});

export const commands: Record<string, Command> = {
  machine: defineCommand({
    details: 'It needs no data folder: run it on the machine that is to be a spare.',
    examples: ['machine', 'machine --json'],
    input: z.strictObject({}),
    async run(_input, { config }) {
      const { id, name } = await readMachine(config.machine);
      if (id === null) {
        throw new CommandError(`${name} has no id of its own, as a container: give it a name in FRONTDESK_MACHINE`);
      }
      return { json: { id, name }, text: `${id}  ${name}` };
    },
  }),

  'spares add': defineCommand({
    details:
      'A copy of the data folder sends on this machine without asking. Run it where the shop runs now, before you copy ' +
      'the folder. Never run both at once: customers would get messages twice.',
    examples: ['spares add 3f9a-01bc-77de-45c0 --name "Back office"'],
    positionals: idArgument,
    options: { name: { value: 'NAME', about: 'A name for the list' } },
    input: z.strictObject({ id: MachineId, name: SpareMachine.shape.name.default('Spare') }),
    run: (spare, call) => openHome(call, async (database) => show(await database.write((db) => addSpare(db, spare)))),
  }),

  'spares list': defineCommand({
    examples: ['spares list'],
    input: z.strictObject({}),
    run: (_input, call) => openHome(call, async (database) => show(await listSpares(database.read))),
  }),

  'spares remove': defineCommand({
    examples: ['spares remove 3f9a-01bc-77de-45c0'],
    positionals: idArgument,
    input: z.strictObject({ id: MachineId }),
    run: ({ id }, call) =>
      openHome(call, async (database) => {
        const spares = await listSpares(database.read);
        if (!spares.some((spare) => spare.id === id))
          throw new CommandError(`${id} is no spare machine: ${program} spares list shows them`);
        return show(await database.write((db) => removeSpare(db, id)));
      }),
  }),
};
