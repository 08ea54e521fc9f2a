import './campaigns.css';
import { useParams } from 'wouter';
import en from '../../words/en/campaigns.json' with { type: 'json' };
import es from '../../words/es/campaigns.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/campaigns.json' with { type: 'json' };
import { CampaignDetail } from './detail.tsx';
import { CampaignList } from './list.tsx';

addWords('campaigns', { en, pt, es });

/** All campaigns at `/campaigns`, one campaign at `/campaigns/:id`. */
export default function Campaigns() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <CampaignList /> : <CampaignDetail key={id} id={id} />;
}
