import { z } from 'zod'
import type { AnyCallDefinition } from '../../contract/src/define.ts'
import type { CallRecord } from '../../server/test/call-record.ts'

/** Numbers of tested cases of a call by kind; null when a kind does not apply. */
export interface CallCoverage {
  call: string
  works: number
  needsSignIn: number | null
  refusesOthersRow: number | null
  needsPermission: number | null
  refusesBadInput: number | null
}

/** Fields that name a row of a student or an employer. */
const ownRows = ['id', 'signId', 'attemptId', 'orderNo', 'avatarFileId', 'fileId', 'importId', 'invitationId', 'ids']
/** In these calls the id names a course of the catalogue, which everybody may read. */
const everybodysRow = new Set(['GET /course/v1/try_see'])
/** A row of another owner must be refused like a missing row (docs/rules/calls.md#who-may-call). */
const notFound = /\.(?:\w*[nN]otFound|missing)$/

/**
 * Counts which cases the recorded API tests cover, for each call of one audience. `base` is the base path of the
 * audience.
 */
export function judgeCalls(base: string, calls: AnyCallDefinition[], all: CallRecord[]): CallCoverage[] {
  const records = all.filter((record) => record.base === base)
  // A row recorded by a test factory has the same owner in all test files.
  const owners = ownersOf(all)
  return calls.map((call) => {
    const mine = records.filter(({ method, path }) => method === call.method && pathPattern(call.path).test(path))
    const count = (test: (record: CallRecord) => boolean) => mine.filter(test).length
    const key = `${call.method} ${call.path}`
    const fields = fieldsOf(call)
    const takesRow =
      (call.audience === 'student' || call.audience === 'employer') &&
      fields.some((name) => ownRows.includes(name)) &&
      !everybodysRow.has(key)
    const ofAnother = (name: string, who: string) => owners.get(name)?.has(who) === false
    return {
      call: key,
      works: count(({ code }) => code === 1),
      needsSignIn: call.audience === 'public' ? null : count(({ status }) => status === 401),
      refusesOthersRow: !takesRow
        ? null
        : count(({ key, who, sent }) => notFound.test(key ?? '') && sent.some((name) => ofAnother(name, who))),
      needsPermission: call.permission ? count(({ key }) => key === 'staff.forbidden') : null,
      refusesBadInput: call.body || fields.length > 0 ? count(({ key }) => isBadInput(call, key)) : null,
    }
  })
}

/** Lists the missing tests of calls, one line each. */
export function listCoverageGaps(coverage: CallCoverage[]): string[] {
  return coverage.flatMap(({ call, ...counts }) =>
    Object.entries(counts)
      .filter(([, count]) => count === 0)
      .map(([what]) => `${call}: no API test shows that it ${words[what] ?? what}`),
  )
}

const words: Record<string, string> = {
  works: 'works',
  needsSignIn: 'needs sign-in',
  refusesOthersRow: "refuses another student's row",
  needsPermission: 'refuses staff without the permission',
  refusesBadInput: 'refuses bad input',
}

function ownersOf(records: CallRecord[]): Map<string, Set<string>> {
  const owners = new Map<string, Set<string>>()
  for (const { who, code, sent, given } of records)
    if (who && code === 1)
      for (const name of [...sent, ...given]) owners.set(name, (owners.get(name) ?? new Set()).add(who))
  return owners
}

function fieldsOf(call: AnyCallDefinition): string[] {
  const schema = z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' })
  return Object.keys(schema.properties ?? {})
}

/** File and notification routes check their input in other ways, with other refusals. */
function isBadInput(call: AnyCallDefinition, key: string | null): boolean {
  if (key === 'common.invalid') return true
  return call.body !== undefined && call.refusals.some((refusal) => refusal === key)
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
}
