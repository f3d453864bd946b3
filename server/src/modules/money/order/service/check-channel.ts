import { payType, type staffCalls } from '@ce/contract'
import type { z } from 'zod'
import { auditStaff } from '../../../../platform/audit.ts'
import { inTransaction } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import { logFault, logWarning } from '../../../../platform/observability/log.ts'
import type { ChannelCheck } from '../../../../platform/payments/channel-check.ts'
import type { Gateway } from '../../../../platform/payments/gateway.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { type ChannelCheckRow, listChannelChecks, recordChannelCheck, wasChannelJustChecked } from '../store/bills.ts'

type Shown = z.input<typeof staffCalls.finance.checkChannel.response>
type Kept = Omit<NonNullable<Shown['check']>, 'at' | 'checkedBy' | 'ok'>

/** Repeated clicks within these seconds do not call the channel again. */
const oncePerSeconds = 5
/** Failures are checked again after ten minutes, successes daily, because certificates expire. */
const [againMs, dailyMs] = [600_000, 86_400_000]

export async function listPaymentChannels({ db, gateways }: Deps): Promise<{ list: Shown[] }> {
  const rows = await listChannelChecks(db)
  const checked = [...gateways.values()].filter(({ check }) => check)
  return { list: checked.map(({ channel }) => shown(channel, rows)) }
}

export async function runPaymentChannelCheck(
  deps: Deps,
  staff: StaffAtWork,
  { channel }: { channel: string },
): Promise<Shown> {
  const { db } = deps
  const gateway = deps.gateways.get(channel)
  if (!gateway?.check) return refuse('order.channelNotFound')
  if (!(await wasChannelJustChecked(db, channel, oncePerSeconds))) {
    const { ok, ...result } = await gateway.check()
    const { answer, code, signature } = result
    await inTransaction(db, async (tx) => {
      await recordChannelCheck(tx, { channel, checkedBy: staff.username, ok, result })
      const detail = { ok, answer, code, signature }
      await auditStaff(tx, staff, 'finance.channelChecked', channel, detail)
    })
  }
  return shown(channel, await listChannelChecks(db))
}

function shown(channel: string, rows: ChannelCheckRow[]): Shown {
  const row = rows.find((one) => one.channel === channel)
  return {
    channel: payType.parse(channel),
    check: row ? { ...asKept(row.result), at: row.at, checkedBy: row.checkedBy, ok: row.ok } : null,
  }
}

/** Only recordChannelCheck writes this column, so the cast is safe. */
function asKept(result: unknown): Kept {
  return result as Kept
}

interface Seen {
  at: number
  /** The value is null when the check succeeded or is the first. */
  problem: string | null
}
const seenBy = new WeakMap<Deps, Map<string, Seen>>()

/** Each process checks its own keys and clock at the start and daily. It does not delay the start. */
export async function checkChannelsOfProcess(deps: Deps): Promise<void> {
  const seen = seenBy.get(deps) ?? new Map<string, Seen>()
  seenBy.set(deps, seen)
  for (const gateway of deps.gateways.values()) {
    const { at, problem } = seen.get(gateway.channel) ?? { at: null, problem: null }
    const isDue = at === null || performance.now() - at > (problem ? againMs : dailyMs)
    if (!gateway.check || !isDue) continue
    seen.set(gateway.channel, {
      at: performance.now(),
      problem: problem ?? 'it has not answered yet',
    })
    void checkAndKeep(deps, gateway, seen).catch((error) => logFault(`self-check of ${gateway.channel}`, error))
  }
}

async function checkAndKeep(deps: Deps, gateway: Gateway, seen: Map<string, Seen>): Promise<void> {
  const { channel } = gateway
  const found = await gateway.check?.()
  if (!found) return
  const { ok, ...result } = found
  const problem = ok ? null : problemOf(found)
  if (problem && problem !== seen.get(channel)?.problem)
    logWarning(`payment channel ${channel} fails its self-check: ${problem}`)
  seen.set(channel, { at: performance.now(), problem })
  await recordChannelCheck(deps.db, { channel, checkedBy: 'system', ok, result })
}

function problemOf(found: ChannelCheck): string {
  const { answer, code, signature, keyState, clockOff, skewSeconds } = found
  if (clockOff) return `the clock is ${skewSeconds} s ahead of the channel’s`
  if (keyState === 'EXPIRED') return 'a key or certificate has expired'
  if (answer === 'UNREACHABLE') return 'it cannot be reached'
  if (answer === 'UNABLE') return `it says that it is unable (${code})`
  if (answer === 'REFUSED') return `it refuses the merchant’s number, key or signature (${code})`
  return `its answer is not proven (${signature})`
}
