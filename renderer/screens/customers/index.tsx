import { useState } from 'react';
import { useParams } from 'wouter';
import en from '../../words/en/customers.json' with { type: 'json' };
import es from '../../words/es/customers.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/customers.json' with { type: 'json' };
import { CustomerList } from './list/customer-list.tsx';
import { PersonPage } from './person/person-page.tsx';
import { type Deletion, RemainsDialog, ShowRemains } from './remains.tsx';
import './customers.css';

addWords('customers', { en, pt, es });

/** All customers and leads at `/customers`, one person at `/customers/:id`. */
export default function Customers() {
  const { id } = useParams<{ id?: string }>();
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  return (
    <ShowRemains value={setDeletion}>
      {id === undefined ? <CustomerList /> : <PersonPage key={id} id={id} />}
      <RemainsDialog deletion={deletion} onClose={() => setDeletion(null)} />
    </ShowRemains>
  );
}
