import { type AuditNotification, auditActions } from '@ce/contract/audit-actions'

const [start, end] = ['<!-- told: made by npm run openapi -->', '<!-- /told -->']

/** Renders the table of audit actions and the people who are notified of them. */
export function renderNotificationTable(): string {
  const all = Object.entries<AuditNotification>(auditActions)
  const told = all.flatMap(([action, word]) =>
    'tells' in word ? [`| \`${action}\` | ${word.tells.join(', ')} | ${whomOf(word)} |`] : [],
  )
  const untold = all.flatMap(([action, word]) =>
    'nobody' in word && word.nobody === 'REASON' ? [`| \`${action}\` | ${word.why} |`] : [],
  )
  const named = (nobody: 'OWN_ACT' | 'NO_LEARNER') =>
    all.flatMap(([action, word]) => ('nobody' in word && word.nobody === nobody ? [`\`${action}\``] : []))
  return [
    '| Action | Kind | Who is told |',
    '| --- | --- | --- |',
    ...told,
    '',
    '| Nobody is told of | because |',
    '| --- | --- |',
    ...untold,
    '',
    `The student did it: ${named('OWN_ACT').join(', ')}.`,
    '',
    `No student's row: ${named('NO_LEARNER').join(', ')}.`,
  ].join('\n')
}

function whomOf({ when, payer, of }: Extract<AuditNotification, { tells: unknown }>): string {
  if (of) return of
  if (payer) return 'whose order it is; of an employer’s its own pages say so'
  return when ? `whose row it is, where the row says \`${when}\`` : 'whose row it is'
}

export function replaceNotificationTable(text: string): string {
  const [before, after] = [text.indexOf(start), text.indexOf(end)]
  if (before < 0 || after < before) throw new Error('the page has no place for the table')
  return `${text.slice(0, before)}${start}\n\n${renderNotificationTable()}\n\n${text.slice(after)}`
}

/** Lists audit actions that must notify somebody but never did in all API tests. */
export function judgeNotifications(seen: readonly { action: string; told: boolean }[]): string[] {
  const told = new Set(seen.flatMap(({ action, told }) => (told ? [action] : [])))
  return Object.entries<AuditNotification>(auditActions).flatMap(([action, word]) => {
    return 'tells' in word && !told.has(action)
      ? [`audit: '${action}' is declared to tell a student, and no API test sees that it does`]
      : []
  })
}
