import { refuse } from '../errors.ts'
import { type Lane, lanes, maxWaiting } from './limits.ts'
import { counts } from './statistics.ts'

interface Waiting {
  owner: string
  lane: Lane
  start: () => void
}

/** whose file is read now, in which lane */
const reading = new Set<string>()
/** in the order of their coming */
let line: Waiting[] = []
/** when a file of each person who waits was last begun, as a number that grows */
const lastBegun = new Map<string, number>()
let begun = 0

const keyOf = (owner: string, lane: Lane) => `${lane} ${owner}`

/**
 * Waits for a person's turn: one file of each person is read at a time, so that whoever sends many waits for themselves only.
 * @returns what ends the turn
 * @throws Refusal common.busy where too many wait already, the reason of `gone` for somebody who went away
 */
export async function takeTurn(owner: string, lane: Lane, gone?: AbortSignal): Promise<() => void> {
  gone?.throwIfAborted()
  if (!mayStart(owner, lane)) await waitInLine(owner, lane, gone)
  else begin(owner, lane)
  return () => {
    reading.delete(keyOf(owner, lane))
    counts.running[lane] -= 1
    startNext(lane)
  }
}

function mayStart(owner: string, lane: Lane): boolean {
  return counts.running[lane] < lanes[lane] && !reading.has(keyOf(owner, lane))
}

function begin(owner: string, lane: Lane): void {
  reading.add(keyOf(owner, lane))
  counts.running[lane] += 1
  begun += 1
  lastBegun.set(owner, begun)
}

function waitInLine(owner: string, lane: Lane, gone?: AbortSignal): Promise<void> {
  const own = line.filter((one) => one.owner === owner).length
  if (line.length >= maxWaiting.all || own >= maxWaiting.ofOne) {
    counts.refused += 1
    refuse('common.busy')
  }
  return new Promise((resolve, reject) => {
    const leave = () => {
      line = line.filter((other) => other !== one)
      counts.waiting[lane] -= 1
      gone?.removeEventListener('abort', giveUp)
    }
    const giveUp = () => {
      leave()
      reject(gone?.reason)
    }
    const start = () => {
      leave()
      begin(owner, lane)
      resolve()
    }
    const one = { owner, lane, start }
    line.push(one)
    counts.waiting[lane] += 1
    gone?.addEventListener('abort', giveUp)
  })
}

/** Whoever was served longest ago comes next, and of one person the file that came first: many files of two hold up nobody else. */
function startNext(lane: Lane): void {
  const owners = new Set(line.map(({ owner }) => owner))
  for (const owner of lastBegun.keys()) if (!owners.has(owner)) lastBegun.delete(owner)
  const turnOf = ({ owner }: Waiting) => lastBegun.get(owner) ?? 0
  const ready = line.filter((one) => one.lane === lane && mayStart(one.owner, lane))
  ready.toSorted((one, other) => turnOf(one) - turnOf(other))[0]?.start()
}
