import { Loaded } from '../../../components/feedback/loaded.tsx';
import { lanQuery } from '../queries.ts';
import { LanCard } from './lan-card.tsx';
import { OutboundCard } from './outbound-card.tsx';

/** Access to this machine, and addresses that it may call. */
export function NetworkSection() {
  return (
    <>
      <Loaded query={lanQuery}>{(state) => <LanCard state={state} />}</Loaded>
      <OutboundCard />
    </>
  );
}
