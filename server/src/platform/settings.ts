import { sql } from 'kysely'
import type { Db, Tx } from './db/database.ts'

/**
 * Figures the association may set differently, with the values a new database starts from.
 * They lie in the table `setting`; nothing else in the code holds them. Staff change them at the desks of setting and retention.
 */
export const defaultSettings = {
  /** life of an unpaid order and of its QR */
  'order.lifeSeconds': 7200,
  /** a refund can be asked for so long after paying; WeChat Pay gives money back within a year */
  'order.refundDays': 365,
  /** of the last days, the channel's bills are compared, from this hour of the next day on */
  'order.billDays': 30,
  'order.billHour': 10,
  /** all money is checked once a night, from this hour on */
  'order.checkHour': 3,
  /** what is decided about money above this sum (fen) needs two persons */
  'finance.secondPersonFen': 10_000,
  /** what stands on invoices as sold */
  'invoice.content': '培训费',
  /** how many days after the end of the year of payment one can still be asked for */
  'invoice.daysAfterYear': 365,
  /** who issues them; empty: what is uploaded is not compared with it */
  'invoice.sellerName': '',
  'invoice.sellerTaxNo': '',
  /** failures in the window that lock an account, and for how long */
  'login.failuresToLock': 5,
  'login.failuresToChallenge': 2,
  'login.windowSeconds': 900,
  /** failures in the window from one address, over all accounts: a chain of pharmacies, or a mobile carrier, is behind one */
  'login.addressFailuresToChallenge': 50,
  'login.addressFailuresToRefuse': 500,
  /** failures in the window at the whole portal, from which devices that are not known solve a challenge */
  'login.allFailuresToChallenge': 1000,
  /** a session of the console ends after so long without a call */
  'staff.idleSeconds': 1800,
  /** the same of an employer */
  'organisation.idleSeconds': 1800,
  /** people one employer may name in a year: its list is worked out whole */
  'organisation.mostNamed': 5000,
  /** a presence check falls due after this much study, at a moment the server draws */
  'study.presenceMinSeconds': 900,
  'study.presenceMaxSeconds': 1200,
  'study.presenceAnswerSeconds': 60,
  /** what was watched before a plan's study time ended is still taken so long after it (decision 020) */
  'study.lateSeconds': 86_400,
  /** beats accepted of one student in a day: three times what a player that never rests sends, on top of a whole queue replayed */
  'study.beatsPerDay': 20_000,
  /** refused beats explain a figure for so many days, the newest of each student */
  'study.refusalKeepDays': 400,
  'study.refusalsPerStudent': 1000,
  /** the reading clock of an article stops when the reader has not moved for so long: a screenful takes less */
  'study.readingIdleSeconds': 120,
  /** share of a lesson that must be covered, in thousandths */
  'study.donePerMille': 950,
  /** captures are deleted after so many days */
  'exam.captureKeepDays': 180,
  /** orders one student may open in 24 hours: each is asked for at a channel that all share */
  'order.ordersPerDay': 40,
  /** how often a refund of one line may be asked for in 24 hours; taking it back is never refused */
  'order.refundsAskedPerDay': 5,
  /** applications for a reduction one student may hand in or give up in 24 hours; taking one back is never refused */
  'reduction.submissionsPerDay': 40,
  /** years that a registration as a pharmacist is valid: its end tells since when somebody is asked for hours */
  'student.registrationYears': 5,
  /** how often a student may change their profile in 24 hours, and how often their phone; saving what is so already is no change */
  'student.changesPerDay': 30,
  /** copies of one's own data: how many in 24 hours, and how long each lies there */
  'privacy.exportsPerDay': 3,
  'privacy.exportKeepDays': 3,
  /** how often a student may ask for a correction in 24 hours, whatever became of it */
  'privacy.correctionsPerDay': 10,
  /** days in which the wish to close an account can be taken back */
  'privacy.closingDays': 7,
  /** how often a student may wish so in 24 hours; taking the wish back is never refused */
  'privacy.closingsPerDay': 3,
  /** how often a student may agree that an employer pays, or choose other courses for it, in 24 hours; taking it back is never refused */
  'invitation.confirmationsPerDay': 10,
  /** lists one employer may write in 24 hours, and take out as a file */
  'invitation.listsPerDay': 50,
  'invitation.exportsPerDay': 50,
  /** orders one employer may open in 24 hours, as a student's: each is asked for at a channel that all share */
  'invitation.ordersPerDay': 100,
  /** reminders of a deadline are written from this hour of the day on */
  'message.remindHour': 9,
  /** messages that one student is sent in a day, by each way out of the portal */
  'message.outsidePerDay': 20,
  /** codes that prove an e-mail address: of one student, and to one address, in 24 hours */
  'message.codesPerDay': 5,
  /** how often a student may agree anew to SMS in 24 hours; taking it back is never refused */
  'message.smsConsentsPerDay': 10,
  /** what is old is deleted once a night, from this hour on; how long each is kept (docs/privacy.md) */
  'retention.hour': 2,
  'retention.securityLogDays': 365,
  'retention.messageDays': 730,
  'retention.deliveryDays': 180,
  'retention.unusedFileDays': 30,
  'retention.correctionDays': 180,
  'retention.identityDays': 3650,
  'retention.employerNameDays': 180,
  'retention.browserReportDays': 30,
  /** files one student may upload in an hour */
  'file.uploadsPerHour': 60,
  'exam.consentVersion': '2026-01',
  /** how often a student may change their mind about one exam's consent, and keep a rehearsal, in a day */
  'exam.consentsPerDay': 30,
  'exam.rehearsalsPerDay': 50,
  /** answers on their way when the clock ran out are still taken for so long */
  'exam.graceSeconds': 3,
  /** answers sealed at the bell are taken so long after it (docs/exam-offline.md) */
  'exam.sealedSeconds': 900,
  /** without a sign of life of any of our processes for so long, the time is ours: it is credited back */
  'exam.outageSeconds': 45,
  /** statistics are worked out again when they are older than so many times what that took (an hour at most) */
  'statistics.freshTimes': 200,
  /** a capture is taken so long before it is due, and so long after the attempt has ended */
  'exam.captureEarlySeconds': 10,
  'exam.captureLateSeconds': 300,
  /** a picture so long after its moment is taken, and somebody looks at it */
  'exam.capturePromptSeconds': 60,
} as const satisfies Record<string, number | string>

export type Settings = {
  -readonly [Key in keyof typeof defaultSettings]: Widen<(typeof defaultSettings)[Key]>
}
type Widen<Value> = Value extends number ? number : string

const freshMs = 5000

/** Reads settings through a cache of five seconds: a change reaches every process within that time. */
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

/** All settings as they are now, not as they are remembered; whoever changes one waits until this transaction ends. */
export async function lockSettings(tx: Tx): Promise<Settings> {
  await sql`select pg_advisory_xact_lock(hashtextextended('setting', 0))`.execute(tx)
  return new SettingsReader(tx).all()
}

/** Writes one, under `lockSettings`; counts within five seconds on every process. */
export async function writeSetting<Key extends keyof Settings>(
  tx: Tx,
  key: Key,
  value: Settings[Key],
): Promise<void> {
  await sql`
    insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = app_now()`.execute(tx)
}
