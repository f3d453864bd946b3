import { withRequestNumber } from './answers.ts'
import { CallFailed, CallOffline, CallRefused } from './call.ts'

/**
 * Divides the problems of a refusal into those beside the form's fields and a text above the form, which is null when
 * every problem has a field.
 */
export function refusalProblems(
  error: unknown,
  has: (name: string) => boolean,
): { fields: Record<string, string>; above: string | null } {
  if (!(error instanceof CallRefused)) return { fields: {}, above: wordsOf(error) }
  const all = Object.entries(error.fields)
  const known = all.filter(([name]) => has(name))
  if (known.length === 0 && all.length < 2) return { fields: {}, above: error.msg }
  // The message of the refusal says more than the message of the field, for example 已注册；如是您本人的账号，请直接用它登录
  const ruled = error.key !== 'common.invalid'
  const words = (problem: string) => (ruled && all.length === 1 ? error.msg : problem)
  const fields = Object.fromEntries(known.map(([name, problem]) => [name, words(problem)]))
  const elsewhere = all.filter(([name]) => !has(name))
  const said = elsewhere.map(([name, problem]) => namedProblem(error.data.names?.[name], problem))
  if (ruled && all.length > 1) said.unshift(error.msg)
  return { fields, above: said.length > 0 ? said.join('；') : null }
}

const namedProblem = (name: string | undefined, problem: string) => (name ? `${name}：${problem}` : problem)

export function callFailureText(error: unknown): string {
  return error instanceof CallRefused ? error.msg : wordsOf(error)
}

function wordsOf(error: unknown): string {
  if (error instanceof CallOffline) return error.message
  if (error instanceof CallFailed)
    return (error.status === 429 || error.status === 503) && error.msg
      ? error.msg
      : withRequestNumber('提交没有成功，请稍后重试', error.requestId)
  return error instanceof Error ? error.message : '提交没有成功，请稍后重试'
}
