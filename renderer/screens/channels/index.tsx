import { useParams } from 'wouter';
import { addWords } from '../../words/index.ts';
import { ChannelDetail } from './detail.tsx';
import { ChannelList } from './list.tsx';
import { channelsWords } from './words.ts';

addWords('channels', channelsWords);

/** The channels, or one of them at `/channels/:id`. */
export default function Channels() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <ChannelList /> : <ChannelDetail key={id} id={id} />;
}
