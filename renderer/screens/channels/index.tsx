import { useParams } from 'wouter';
import en from '../../words/en/channels.json' with { type: 'json' };
import es from '../../words/es/channels.json' with { type: 'json' };
import { addWords } from '../../words/index.ts';
import pt from '../../words/pt/channels.json' with { type: 'json' };
import { ChannelDetail } from './detail.tsx';
import { ChannelList } from './list.tsx';

addWords('channels', { en, pt, es });

/** All channels at `/channels`, one at `/channels/:id`. */
export default function Channels() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <ChannelList /> : <ChannelDetail key={id} id={id} />;
}
