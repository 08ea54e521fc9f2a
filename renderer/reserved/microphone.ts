/** Formats that vendors accept, best first; every browser can record the last. */
const formats = [
  { mimeType: 'audio/ogg;codecs=opus', ending: 'ogg' },
  { mimeType: 'audio/mp4', ending: 'm4a' },
  { mimeType: 'audio/webm;codecs=opus', ending: 'webm' },
];

/** Returns `reserved` on plain http pages, `absent` in browsers that cannot record. */
export function microphoneState(): 'usable' | 'reserved' | 'absent' {
  if (!('MediaRecorder' in window)) return 'absent';
  if (!window.isSecureContext) return 'reserved';
  return 'mediaDevices' in navigator ? 'usable' : 'absent';
}

/** Starts recording; `onRecorded` gets the file when the recorder stops. Throws if the person or the system refuses. */
export async function record(onRecorded: (files: File[]) => void): Promise<MediaRecorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const format = formats.find(({ mimeType }) => MediaRecorder.isTypeSupported(mimeType));
  const recorder = new MediaRecorder(stream, format && { mimeType: format.mimeType });
  recorder.ondataavailable = ({ data }) => {
    const name = `voice.${format?.ending ?? 'webm'}`;
    if (data.size > 0) onRecorded([new File([data], name, { type: data.type.split(';')[0] ?? '' })]);
  };
  recorder.onstop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  recorder.start();
  return recorder;
}
