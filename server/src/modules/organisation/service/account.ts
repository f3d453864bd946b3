/** The string an employer's failures are counted under: no student's login can submit it, NUL is refused at the door. */
export function gateOf(creditCode: string): string {
  return `employer\0${creditCode}`
}

/** A signed-in employer's own checks: not forgotten because somebody signed in. */
export function ownGateOf(organisationId: string): string {
  return `employer own\0${organisationId}`
}
