interface Employer {
  organisationId: string
}

/** An invitation of another employer is treated as not found. */
export function mayManageInvitation(employer: Employer, row: { organisationId: string }): boolean {
  return row.organisationId === employer.organisationId
}

/** Only the employer sees the report of its list, because it contains names and numbers. */
export function maySeeListImport(employer: Employer, row: { organisationId: string }): boolean {
  return row.organisationId === employer.organisationId
}

export interface InvitationTarget {
  name: string
  idNo: string | null
  certificateNo: string | null
}

/** An unanswered invitation must match by name and by every given number. */
export function isNamedByInvitation(
  invitation: InvitationTarget,
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
 * Certificate numbers are typed at registration and never verified, so the account may belong to a namesake or an
 * impostor. The employer must confirm the person before paying.
 */
export function isUnverifiedInvitation({ idNo, certificateNo }: Omit<InvitationTarget, 'name'>): boolean {
  return idNo === null && certificateNo !== null
}

/** The named person may answer the invitation, and so may the account that answered it before. */
export function mayAnswerInvitation(
  student: { id: string; name: string; idNo: string; certificateNo: string },
  row: InvitationTarget & { state: string; studentId: string | null },
): boolean {
  if (row.studentId) return row.studentId === student.id
  return row.state === 'INVITED' && isNamedByInvitation(row, student)
}
