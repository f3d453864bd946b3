import { sql } from 'kysely'
import type { Db, Tx } from './db/database.ts'

/** Default settings; changes made by staff are stored in the table `setting`. */
export const defaultSettings = {
  'order.lifeSeconds': 7200,
  /** Days after payment in which a refund can be requested. WeChat Pay refunds for up to a year. */
  'order.refundDays': 365,
  /**
   * Number of past days whose bills are compared with the books. The bill of a day is compared from `billHour` of the
   * next day on.
   */
  'order.billDays': 30,
  'order.billHour': 10,
  'order.checkHour': 3,
  /** Money decisions above this sum (fen) need two persons. */
  'finance.secondPersonFen': 10_000,
  'invoice.content': '培训费',
  /** Days after the year of payment in which an invoice can be requested. */
  'invoice.daysAfterYear': 365,
  /** The issuer of invoices. When empty, uploaded invoices are not compared with it. */
  'invoice.sellerName': '',
  'invoice.sellerTaxNo': '',
  /** Failed sign-ins that lock an account; `windowSeconds` is also the duration of the lock. */
  'login.failuresToLock': 5,
  'login.failuresToChallenge': 2,
  'login.windowSeconds': 900,
  /** Limits per network address are high, because a whole pharmacy chain may share one. */
  'login.addressFailuresToChallenge': 50,
  'login.addressFailuresToRefuse': 500,
  'login.allFailuresToChallenge': 1000,
  'staff.idleSeconds': 1800,
  'organisation.idleSeconds': 1800,
  /**
   * Maximum number of people on an employer's list of one year. The list is limited because it is processed as a whole.
   */
  'organisation.mostNamed': 5000,
  /** A presence check is due at a random moment, after at least this many seconds of study. */
  'study.presenceMinSeconds': 900,
  'study.presenceMaxSeconds': 1200,
  'study.presenceAnswerSeconds': 60,
  /**
   * Seconds after the end of study in which the server still accepts heartbeats for study before that end (decision
   * 020).
   */
  'study.lateSeconds': 86_400,
  /** Maximum number of heartbeats per student and day: three times as many as a player without pauses sends. */
  'study.beatsPerDay': 20_000,
  'study.refusalKeepDays': 400,
  'study.refusalsPerStudent': 1000,
  /** Days after the last session of a month began until its heartbeats move from the table into files (decision 112). */
  'study.heartbeatRowDays': 400,
  'study.readingIdleSeconds': 120,
  /** Part of a lesson that must be watched, in thousandths. */
  'study.donePerMille': 950,
  'exam.captureKeepDays': 180,
  /**
   * Maximum number of orders that one student may create in 24 hours. It is limited because each order calls a payment
   * channel that all students share.
   */
  'order.ordersPerDay': 40,
  /** Refund requests for one order line in 24 hours. Withdrawing a request is never refused. */
  'order.refundsAskedPerDay': 5,
  /** Reduction applications per day. Withdrawing an application is never refused. */
  'reduction.submissionsPerDay': 40,
  /**
   * Years for which a registration is valid. Its first year is computed from its end, and hours are required from that
   * year on.
   */
  'student.registrationYears': 5,
  /** Profile changes per student and day. Saving the same values does not count. */
  'student.changesPerDay': 30,
  /** Data copies per student and day, and the days for which each is kept. */
  'privacy.exportsPerDay': 3,
  'privacy.exportKeepDays': 3,
  'privacy.correctionsPerDay': 10,
  /** Days in which the closing of an account can be cancelled. */
  'privacy.closingDays': 7,
  /** Requests of a student to close the account in 24 hours. Cancelling is never refused. */
  'privacy.closingsPerDay': 3,
  /** Confirmed invitations per day, including changes of courses. Withdrawing is never refused. */
  'invitation.confirmationsPerDay': 10,
  'invitation.listsPerDay': 50,
  'invitation.exportsPerDay': 50,
  /**
   * Maximum number of orders that one employer may create in 24 hours. It is limited because each order calls a payment
   * channel that all employers share.
   */
  'invitation.ordersPerDay': 100,
  'message.remindHour': 9,
  'message.outsidePerDay': 20,
  /** E-mail codes per day, for each student and each address. */
  'message.codesPerDay': 5,
  'message.smsConsentsPerDay': 10,
  /** Hour of the nightly deletion, and days for which data is kept (docs/privacy.md). */
  'retention.hour': 2,
  'retention.securityLogDays': 365,
  'retention.messageDays': 730,
  'retention.deliveryDays': 180,
  'retention.unusedFileDays': 30,
  'retention.correctionDays': 180,
  'retention.identityDays': 3650,
  'retention.employerNameDays': 180,
  'retention.browserReportDays': 30,
  'file.uploadsPerHour': 60,
  'exam.consentVersion': '2026-01',
  'exam.consentsPerDay': 30,
  'exam.rehearsalsPerDay': 50,
  /** Seconds after the deadline in which exam answers sent before it are accepted. */
  'exam.graceSeconds': 3,
  /** Seconds after the deadline in which offline submissions are accepted (docs/exam-offline.md). */
  'exam.sealedSeconds': 900,
  /** Seconds without a sign of life of the server that count as an outage. */
  'exam.outageSeconds': 45,
  /** Statistics are computed again when they are older than this multiple of their computing time. */
  'statistics.freshTimes': 200,
  /**
   * A picture is accepted from `captureEarlySeconds` before the due time of the capture until `captureLateSeconds`
   * after the attempt.
   */
  'exam.captureEarlySeconds': 10,
  'exam.captureLateSeconds': 300,
  /**
   * A capture that arrives more than this many seconds after its due time is accepted, but flags the attempt for
   * review.
   */
  'exam.capturePromptSeconds': 60,
} as const satisfies Record<string, number | string>

export type Settings = {
  -readonly [Key in keyof typeof defaultSettings]: Widen<(typeof defaultSettings)[Key]>
}
type Widen<Value> = Value extends number ? number : string

const freshMs = 5000

/** A changed setting reaches every process within five seconds. */
export class SettingsReader {
  readonly #db: Db
  #cached: { at: number; values: Settings } | null = null

  constructor(db: Db) {
    this.#db = db
  }

  async all(): Promise<Settings> {
    if (this.#cached && performance.now() - this.#cached.at < freshMs) return this.#cached.values
    const rows = await this.#db.selectFrom('setting').select(['key', 'value']).execute()
    const values = {
      ...defaultSettings,
      ...Object.fromEntries(rows.map((row) => [row.key, row.value])),
    }
    this.#cached = { at: performance.now(), values }
    return values
  }

  async get<Key extends keyof Settings>(key: Key): Promise<Settings[Key]> {
    return (await this.all())[key]
  }
}

/** Locks the settings, so that nobody changes them until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<Settings> {
  await sql`select pg_advisory_xact_lock(hashtextextended('setting', 0))`.execute(tx)
  return new SettingsReader(tx).all()
}

/** A changed setting takes effect within five seconds on every process. */
export async function writeSetting<Key extends keyof Settings>(tx: Tx, key: Key, value: Settings[Key]): Promise<void> {
  await sql`
    insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = app_now()`.execute(tx)
}
