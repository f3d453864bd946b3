interface Employer {
  organisationId: string
}

/** An invitation is its employer's; no other employer can tell it from one that is not there. */
export function mayManageInvitation(employer: Employer, row: { organisationId: string }): boolean {
  return row.organisationId === employer.organisationId
}

/** The report of a list holds names and numbers: it is its employer's alone. */
export function maySeeImport(employer: Employer, row: { organisationId: string }): boolean {
  return row.organisationId === employer.organisationId
}

export interface Named {
  name: string
  idNo: string | null
  certificateNo: string | null
}

/** Whether an invitation that nobody has answered names this person: by name, and by every number it gives. */
export function names(
  invitation: Named,
  person: { name: string; idNo: string; certificateNo: string },
): boolean {
  const { idNo, certificateNo } = invitation
  if (idNo === null && certificateNo === null) return false
  return (
    invitation.name.toLowerCase() === person.name.toLowerCase() &&
    (idNo === null || idNo === person.idNo) &&
    (certificateNo === null || certificateNo === person.certificateNo.toUpperCase())
  )
}

/**
 * A certificate number is what its holder entered at registration, checked by form and for being one account's, no more. Who is
 * named by it alone may be a namesake, or somebody who took it: the employer must know them before it pays.
 */
export function namedByCertificateOnly({ idNo, certificateNo }: Omit<Named, 'name'>): boolean {
  return idNo === null && certificateNo !== null
}

/** Who may answer an invitation: whom it names, or who has answered it already. */
export function mayAnswer(
  student: { id: string; name: string; idNo: string; certificateNo: string },
  row: Named & { state: string; studentId: string | null },
): boolean {
  if (row.studentId) return row.studentId === student.id
  return row.state === 'INVITED' && names(row, student)
}
