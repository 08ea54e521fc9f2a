import { describe, expect, test } from 'vitest';
import { type Candidate, decidePerson, type PersonAddress } from '../../../server/areas/people/joining-rule.ts';

const address = (kind: PersonAddress['kind'], value: string, scope = ''): PersonAddress => ({ kind, value, scope });
const phone = address('phone', '+5511987654321');
const other = address('phone', '+5521998765432');
const bsuid = address('bsuid', 'BR.1', 'a');
const otherBsuid = address('bsuid', 'BR.2', 'a');
const foreignBsuid = address('bsuid', 'BR.3', 'b');
const lid = address('lid', '90001');
const username = address('username', 'nina');

const decide = (named: PersonAddress[], ...contacts: PersonAddress[][]): string[] =>
  decidePerson(
    named,
    contacts.map((addresses, index): Candidate => ({ contactId: `ct_${index}`, addresses })),
  );

describe('the person whom a vendor names', () => {
  test.each([
    ['by an id is the contact with that id', [bsuid], [bsuid]],
    ['by an id is the contact with that id, whatever the number', [bsuid, other], [bsuid, phone]],
    ['by a number is the contact with that number', [phone], [phone, bsuid]],
    ['by a number and an id is the contact with the number alone', [phone, bsuid], [phone]],
    ['by a number and a linked id is the contact with the number alone', [phone, lid], [phone]],
    ['by a number and an id is the contact with the number and an id of another kind', [phone, bsuid], [phone, lid]],
    ['by a number and an id is the contact with an id of another portfolio', [phone, bsuid], [phone, foreignBsuid]],
  ])('%s', (_title, named, own) => expect(decide(named, own)).toEqual(['ct_0']));

  test.each([
    ['by a number and an id is not the contact with another id of that portfolio', [phone, bsuid], [phone, otherBsuid]],
    ['by a user name is nobody whom it named before', [username], [username, phone]],
    ['by an id and a user name is not the contact with that user name', [bsuid, username], [username, phone]],
  ])('%s', (_title, named, own) => expect(decide(named, own)).toEqual([]));

  test('is all contacts that have an address of theirs', () => {
    expect(decide([phone, bsuid, lid], [phone], [bsuid], [lid], [otherBsuid, phone])).toEqual(['ct_0', 'ct_1', 'ct_2']);
  });
});
