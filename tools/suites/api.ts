import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientBase, clientCalls, employerBase, employerCalls, staffBase, staffCalls } from '@ce/contract'
import type { AnyCallDefinition } from '../../contract/src/define.ts'
import type { CallRecord } from '../../server/test/call-record.ts'
import type { SeenAuditAction } from '../../server/test/told/check.ts'
import { judgeCalls, listCoverageGaps } from '../structure/call-record.ts'
import { judgeNotifications } from '../structure/notified-table.ts'
import { sumTallies, type TestTally } from './tally.ts'
import { runVitest } from './vitest.ts'

/** Runs the API tests and checks that they cover all calls. */
export async function runApiTests(folder: string): Promise<TestTally> {
  const record = join(folder, 'calls.jsonl')
  const seen = join(folder, 'actions.jsonl')
  const tests = await runVitest('api', folder, { CE_CALL_RECORD: record, CE_TOLD_RECORD: seen })
  const records = await readRecords(record)
  const coverage = [
    ...judgeCalls(clientBase, callsOf(clientCalls), records),
    ...judgeCalls(staffBase, callsOf(staffCalls), records),
    ...judgeCalls(employerBase, callsOf(employerCalls), records),
  ]
  const gaps = listCoverageGaps(coverage)
  for (const gap of gaps) console.log(gap)
  const untold = await listUntold(seen)
  for (const line of untold) console.log(line)
  const whole = coverage.filter((row) => listCoverageGaps([row]).length === 0).length
  const calls = { passed: whole, failed: coverage.length - whole }
  return sumTallies([tests, calls, { passed: 0, failed: untold.length }])
}

async function listUntold(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  return judgeNotifications(lines.map(asSeen))
}

/** The file server/test/told/check.ts wrote this line. */
function asSeen(line: string): SeenAuditAction {
  return JSON.parse(line)
}

function callsOf(modules: Record<string, Record<string, AnyCallDefinition>>): AnyCallDefinition[] {
  return Object.values(modules).flatMap((calls) => Object.values(calls))
}

async function readRecords(path: string): Promise<CallRecord[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).map(asRecord)
}

/** The file server/test/call-record.ts wrote this line. */
function asRecord(line: string): CallRecord {
  return JSON.parse(line)
}
