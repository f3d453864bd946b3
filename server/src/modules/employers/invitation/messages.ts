import type { NewMessage } from '../../message/service.ts'

const whatToDo = '已经缴费的不受影响；还没有缴费、需要学习的，请在报名截止前自行缴费。'

export function removedFromListMessage(
  row: { id: string; studentId: string | null; organisationName: string },
  year: number | undefined,
  at: Date,
): NewMessage[] {
  const { id, studentId, organisationName } = row
  if (!studentId || year === undefined) return []
  return [
    {
      studentId,
      kind: 'PAYMENT',
      event: `invitation.withdrawn:${id}:${at.toISOString()}`,
      title: '单位已将您移出代缴名单',
      body: `“${organisationName}”不再为您缴纳 ${year} 年度的报名费。${whatToDo}`,
      link: `/system/sign?year=${year}`,
    },
  ]
}

/** Tells students who agreed and are not paid for that the employer's account was disabled or enabled again. */
export function employerStateChangedMessage(
  row: { id: string; studentId: string; organisationName: string; year: number },
  disabled: boolean,
  at: Date,
): NewMessage {
  const { id, studentId, organisationName, year } = row
  return {
    studentId,
    kind: 'PAYMENT',
    event: `invitation.employer:${id}:${at.toISOString()}`,
    title: disabled ? '单位暂时不能为您缴费' : '单位可以继续为您缴费',
    body: disabled
      ? `“${organisationName}”在平台的账号已停用，不能为您缴纳 ${year} 年度的报名费。${whatToDo}`
      : `“${organisationName}”在平台的账号已恢复，可以继续为您缴纳 ${year} 年度的报名费，无需操作。`,
    link: disabled ? `/system/sign?year=${year}` : '/system/invitations',
  }
}
