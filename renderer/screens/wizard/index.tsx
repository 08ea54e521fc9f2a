export default function Wizard() {
  return null;
}
