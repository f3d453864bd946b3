import type { MailAttachment } from './mail.ts'

export interface ArrivedMessage {
  channel: 'EMAIL' | 'SMS'
  /** Key of a message: the mail's Message-ID without domain, or the SMS's SessionContext. */
  key: string
  to: string
  subject: string
  text: string
  /** Files of a mail. */
  attachments?: MailAttachment[]
  times: number
}

/** How planned deliveries fail. ERROR: temporary. REFUSED: final. LOST: accepted, but the response is lost. */
export interface DeliveryFault {
  channel: ArrivedMessage['channel']
  to: string
  kind: 'ERROR' | 'REFUSED' | 'LOST'
  times: number
}

export class MessageBook {
  readonly arrived = new Map<string, ArrivedMessage>()
  readonly faults: DeliveryFault[] = []

  /** Messages with the same key are stored once and counted. */
  take(message: Omit<ArrivedMessage, 'times'>): void {
    const { channel, key } = message
    const known = this.arrived.get(`${channel} ${key}`)
    if (known) known.times += 1
    else this.arrived.set(`${channel} ${key}`, { ...message, times: 1 })
  }

  fault(channel: ArrivedMessage['channel'], to: string): DeliveryFault['kind'] | null {
    const at = this.faults.findIndex((fault) => fault.channel === channel && fault.to === to)
    const fault = this.faults[at]
    if (fault && --fault.times <= 0) this.faults.splice(at, 1)
    return fault?.kind ?? null
  }
}
