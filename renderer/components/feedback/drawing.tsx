import type { ReactNode } from 'react';

export type Subject = keyof typeof drawings;

/** A small drawing in two tones for a place where nothing is yet. */
export const Drawing = ({ of }: { of: Subject }) => (
  <svg className="fd-drawing" viewBox="0 0 120 90" aria-hidden>
    {drawings[of]}
  </svg>
);

/** The counter on which a thing stands. */
const counter = <path d="M14 78h92" />;

const drawings = {
  inbox: (
    <>
      <path
        className="fd-filled"
        d="M22 18h50a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H42L30 62V52h-8a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6z"
      />
      <path d="M28 30h36M28 40h22M86 34h12a6 6 0 0 1 6 6v18a6 6 0 0 1-6 6h-4v9l-10-9H62" />
    </>
  ),
  campaign: (
    <>
      <path className="fd-filled" d="M34 40 78 20v50L34 54z" />
      <path d="M34 40h-8a7 7 0 0 0 0 14h8M40 56l6 20h10l-5-17M90 34l10-6M92 46h12M90 58l10 6" />
    </>
  ),
  calendar: (
    <>
      {counter}
      <rect className="fd-filled" x="28" y="20" width="64" height="52" rx="8" />
      <path d="M28 36h64M44 13v13M76 13v13M41 46h8M56 46h8M71 46h8M41 58h8M56 58h8" />
    </>
  ),
  customers: (
    <>
      {counter}
      <circle className="fd-filled" cx="48" cy="32" r="13" />
      <path className="fd-filled" d="M24 74c0-15 10-24 24-24s24 9 24 24" />
      <path d="M72 22a12 12 0 0 1 0 22M80 52c10 3 16 11 16 22" />
    </>
  ),
  agent: (
    <>
      {counter}
      <rect className="fd-filled" x="32" y="30" width="56" height="40" rx="10" />
      <circle cx="49" cy="48" r="4" />
      <circle cx="71" cy="48" r="4" />
      <path d="M52 59q8 6 16 0M60 30V18M24 44v12M96 44v12" />
      <circle cx="60" cy="14" r="4" />
    </>
  ),
  knowledge: (
    <>
      {counter}
      <path className="fd-filled" d="M60 28c-8-8-22-9-34-8v46c12-1 26 0 34 8z" />
      <path d="M60 28c8-8 22-9 34-8v46c-12-1-26 0-34 8zM36 34c6 0 11 1 15 3M36 46c6 0 11 1 15 3M69 37c4-2 9-3 15-3M69 49c4-2 9-3 15-3" />
    </>
  ),
  channel: (
    <>
      {counter}
      <rect className="fd-filled" x="42" y="12" width="36" height="62" rx="8" />
      <path d="M54 20h12M56 66h8M50 34h20M50 43h14M28 32a18 18 0 0 0 0 24M18 24a30 30 0 0 0 0 40M92 32a18 18 0 0 1 0 24M102 24a30 30 0 0 1 0 40" />
    </>
  ),
  integration: (
    <>
      <rect className="fd-filled" x="18" y="28" width="34" height="34" rx="8" />
      <rect x="68" y="28" width="34" height="34" rx="8" />
      <path d="M52 38h16m-5-5 5 5-5 5M68 52H52m5-5-5 5 5 5M28 45h14M78 45h14" />
    </>
  ),
  webhook: (
    <>
      <path className="fd-filled" d="M20 30h40v28H20z" />
      <path d="m20 30 20 16 20-16M72 36h18M78 46h22M72 56h14" />
    </>
  ),
  key: (
    <>
      <circle className="fd-filled" cx="40" cy="46" r="18" />
      <circle cx="40" cy="46" r="6" />
      <path d="M58 46h44v12M88 46v9" />
    </>
  ),
  order: (
    <>
      {counter}
      <path className="fd-filled" d="M34 36h52l-5 42H39z" />
      <path d="M48 44V28a12 12 0 0 1 24 0v16M50 60h20" />
    </>
  ),
  library: (
    <>
      {counter}
      <rect className="fd-filled" x="38" y="14" width="56" height="50" rx="8" />
      <path d="M30 24h-2a6 6 0 0 0-6 6v40a6 6 0 0 0 6 6h44a6 6 0 0 0 6-6M50 28h32M50 39h10M68 39h14M50 50h20" />
    </>
  ),
  flow: (
    <>
      <rect className="fd-filled" x="14" y="34" width="34" height="24" rx="7" />
      <rect x="72" y="14" width="34" height="24" rx="7" />
      <rect x="72" y="54" width="34" height="24" rx="7" />
      <path d="M48 46h10c5 0 4-20 9-20h5m-5-4 5 4-5 4M58 46c5 0 4 20 9 20h5m-5-4 5 4-5 4M22 46h18" />
    </>
  ),
  search: (
    <>
      <circle className="fd-filled" cx="54" cy="38" r="22" />
      <path d="m70 54 20 18M46 38h16" />
    </>
  ),
  backup: (
    <>
      {counter}
      <rect className="fd-filled" x="26" y="18" width="68" height="52" rx="8" />
      <circle cx="60" cy="44" r="15" />
      <path d="M60 36v8l6 5M34 70v8M86 70v8M82 30h4M82 58h4" />
    </>
  ),
} satisfies Record<string, ReactNode>;
