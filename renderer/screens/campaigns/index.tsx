import { useParams } from 'wouter';
import { addWords } from '../../words/index.ts';
import { CampaignDetail } from './detail.tsx';
import { CampaignList } from './list.tsx';
import { campaignsWords } from './words.ts';

addWords('campaigns', campaignsWords);

/** All campaigns at `/campaigns`, one of them at `/campaigns/:id`. */
export default function Campaigns() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <CampaignList /> : <CampaignDetail key={id} id={id} />;
}
