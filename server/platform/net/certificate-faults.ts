/** Codes of Node's TLS for a certificate that no trusted authority signed. */
const untrusted = /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY|CERT_UNTRUSTED)/;
const outOfTime = /^CERT_(HAS_EXPIRED|NOT_YET_VALID)/;
const otherHost = /^ERR_TLS_CERT_ALTNAME/;

/** Says what the owner can do about a refused certificate, by the code of Node's error; null for any other error. */
export function whyNotTrusted(code: string): string | null {
  if (untrusted.test(code))
    return 'The certificate is unknown to this computer: exempt Frontdesk in the virus scanner or filter that reads the connection';
  if (outOfTime.test(code)) return 'The certificate is not valid at this time: check the clock of this computer';
  if (otherHost.test(code))
    return 'The certificate is of another server: the network may ask for a sign-in in a browser first';
  return null;
}
