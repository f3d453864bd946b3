import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  clientBase,
  clientCalls,
  employerBase,
  employerCalls,
  staffBase,
  staffCalls,
} from '@ce/contract'
import type { AnyCall } from '../../contract/src/define.ts'
import type { CallRecord } from '../../server/test/call-record.ts'
import type { SeenAction } from '../../server/test/told/check.ts'
import { gapsOf, judgeCalls } from '../structure/call-record.ts'
import { judgeActions } from '../structure/told-table.ts'
import { sum, type Tally } from './tally.ts'
import { runVitest } from './vitest.ts'

/** The API tests, and whether they showed of every call what every call must do. */
export async function runApi(folder: string): Promise<Tally> {
  const record = join(folder, 'calls.jsonl')
  const seen = join(folder, 'actions.jsonl')
  const tests = await runVitest('api', folder, { CE_CALL_RECORD: record, CE_TOLD_RECORD: seen })
  const records = await readRecords(record)
  const coverage = [
    ...judgeCalls(clientBase, callsOf(clientCalls), records),
    ...judgeCalls(staffBase, callsOf(staffCalls), records),
    ...judgeCalls(employerBase, callsOf(employerCalls), records),
  ]
  const gaps = gapsOf(coverage)
  for (const gap of gaps) console.log(gap)
  const untold = await listUntold(seen)
  for (const line of untold) console.log(line)
  const whole = coverage.filter((row) => gapsOf([row]).length === 0).length
  const calls = { passed: whole, failed: coverage.length - whole }
  return sum([tests, calls, { passed: 0, failed: untold.length }])
}

/** Audit actions that are declared to tell somebody and never did. */
async function listUntold(path: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  return judgeActions(lines.map(asSeen))
}

/** server/test/told/check.ts wrote the line. */
function asSeen(line: string): SeenAction {
  return JSON.parse(line)
}

function callsOf(modules: Record<string, Record<string, AnyCall>>): AnyCall[] {
  return Object.values(modules).flatMap((calls) => Object.values(calls))
}

async function readRecords(path: string): Promise<CallRecord[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).map(asRecord)
}

/** server/test/call-record.ts wrote the line. */
function asRecord(line: string): CallRecord {
  return JSON.parse(line)
}
