import type { Attached } from './mail.ts'

/** Something that arrived. */
export interface Arrived {
  channel: 'EMAIL' | 'SMS'
  /** Message-ID without its domain, or SessionContext */
  key: string
  to: string
  subject: string
  text: string
  /** files that came with a mail */
  attachments?: Attached[]
  /** how often it came */
  times: number
}

/**
 * How the next tries for one reader go wrong. ERROR: broken for now, nothing done · REFUSED: for good · LOST: taken, and the answer lost.
 */
export interface Fault {
  channel: Arrived['channel']
  /** this reader's alone */
  to: string
  kind: 'ERROR' | 'REFUSED' | 'LOST'
  times: number
}

/** All that arrived, newest last, and what is to go wrong. */
export class Book {
  readonly arrived = new Map<string, Arrived>()
  readonly faults: Fault[] = []

  /** The same key again is the same message. */
  take(message: Omit<Arrived, 'times'>): void {
    const { channel, key } = message
    const known = this.arrived.get(`${channel} ${key}`)
    if (known) known.times += 1
    else this.arrived.set(`${channel} ${key}`, { ...message, times: 1 })
  }

  fault(channel: Arrived['channel'], to: string): Fault['kind'] | null {
    const at = this.faults.findIndex((fault) => fault.channel === channel && fault.to === to)
    const fault = this.faults[at]
    if (fault && --fault.times <= 0) this.faults.splice(at, 1)
    return fault?.kind ?? null
  }
}
