/** Who wrote something, where a page has the log's actor and nothing else: a username stands for itself until its name is known. */
export function who(actor: string, names: ReadonlyMap<string, string> = new Map()): string {
  if (actor === 'system') return '系统'
  if (actor.startsWith('student:')) return '学员'
  return actor.startsWith('organisation:') ? '用人单位' : (names.get(actor) ?? actor)
}
