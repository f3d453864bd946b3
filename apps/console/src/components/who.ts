/** Who wrote something, where a page has the log's actor and nothing else: a username stands for itself. */
export function who(actor: string): string {
  if (actor === 'system') return '系统'
  if (actor.startsWith('student:')) return '学员'
  return actor.startsWith('organisation:') ? '用人单位' : actor
}
