import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import { addStaff } from '../../src/modules/staff/service.ts'
import { acceptAgreements, myAgreements } from '../../src/modules/student/service/agreements.ts'
import { importStudent } from '../../src/modules/student/service/register.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { oneTimePassword } from '../../src/platform/auth/one-time-password.ts'
import { hashPassword } from '../../src/platform/auth/passwords.ts'
import { type Db, inTransaction } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { setClock } from '../demo/clock.ts'

/** Enough for what two persons decide; whoever plays several parts signs in as several of them. */
export const practiceStaff = [
  { username: 'yl.admin1', name: '演练管理员甲', role: 'SUPER_ADMIN' },
  { username: 'yl.admin2', name: '演练管理员乙', role: 'SUPER_ADMIN' },
  { username: 'yl.jiaowu1', name: '演练教务甲', role: 'ACADEMIC' },
  { username: 'yl.jiaowu2', name: '演练教务乙', role: 'ACADEMIC' },
  { username: 'yl.shenhe1', name: '演练审核甲', role: 'REVIEWER' },
  { username: 'yl.shenhe2', name: '演练审核乙', role: 'REVIEWER' },
  { username: 'yl.caiwu1', name: '演练财务甲', role: 'FINANCE' },
  { username: 'yl.caiwu2', name: '演练财务乙', role: 'FINANCE' },
  { username: 'yl.shenji', name: '演练审计', role: 'AUDITOR' },
] as const

/** How far somebody is in the running year when the world begins. */
export const states = {
  NOT_SIGNED_UP: '未报名',
  UNPAID: '已报名，未缴费',
  PAID: '已缴费，未开始学习',
  HALF: '学到一半',
  PROFESSIONAL_DONE: '专业课程学完，缺公需学时',
  EXAM_FAILED: '有一门考试未通过',
  EXAM_DOUBTFUL: '有一门考试的抓拍待核查',
  REDUCTION: '已缴费，减免申请待审核',
  REFUND: '已缴费，申请退款待审核',
  PROVEN: '已达标，证明已出具',
} as const
export type State = keyof typeof states

/** in the order of their lives: who is furthest began first */
const learners: readonly [string, State][] = [
  ['安宁', 'PROVEN'],
  ['白雨晴', 'PROVEN'],
  ['程立群', 'PROVEN'],
  ['邓小川', 'PROFESSIONAL_DONE'],
  ['方静怡', 'PROFESSIONAL_DONE'],
  ['高文博', 'EXAM_FAILED'],
  ['韩雪', 'EXAM_FAILED'],
  ['江一帆', 'EXAM_DOUBTFUL'],
  ['康美玲', 'HALF'],
  ['陆远', 'HALF'],
  ['马玉兰', 'HALF'],
  ['倪思源', 'REDUCTION'],
  ['欧阳青', 'REDUCTION'],
  ['潘家明', 'REFUND'],
  ['秦岚', 'PAID'],
  ['任志强', 'PAID'],
  ['沈月', 'UNPAID'],
  ['唐海燕', 'UNPAID'],
  ['王晓东', 'NOT_SIGNED_UP'],
  ['叶知秋', 'NOT_SIGNED_UP'],
  ['郑一鸣', 'NOT_SIGNED_UP'],
]

export interface Learner {
  phone: string
  name: string
  state: State
}

export const practiceLearners: readonly Learner[] = learners.map(([name, state], index) => ({
  phone: `139990000${String(index + 1).padStart(2, '0')}`,
  name,
  state,
}))

export interface Passwords {
  /** by username */
  staff: ReadonlyMap<string, string>
  /** one of all learners */
  learners: string
}

/** Passwords that nobody knows before they are said. */
export function drawPasswords(): Passwords {
  return {
    staff: new Map(practiceStaff.map(({ username }) => [username, oneTimePassword()])),
    learners: oneTimePassword(2),
  }
}

/** Adds the invented staff and learners, who have accepted the texts. */
export async function addPracticePeople(
  deps: Deps,
  { begin }: { begin: Date },
  passwords: Passwords,
): Promise<void> {
  await setClock(deps.db, begin)
  for (const { username, name, role } of practiceStaff) {
    const passwordHash = await hashPassword(passwords.staff.get(username) ?? randomUUID())
    await inTransaction(deps.db, (tx) =>
      addStaff(tx, systemAuthor, {
        ...{ username, name, roles: [role] },
        ...{ passwordHash, mustChangePassword: false },
      }),
    )
  }
  const digest = digestPassword(passwords.learners)
  for (const [index, { phone, name }] of practiceLearners.entries()) {
    const studentId = await importStudent(
      deps.db,
      {
        ...{ phone, name, idType: 'ID_CARD', idNo: inventedIdNo(index), titleCode: 0 },
        certificateNo: `YL2099${String(index + 1).padStart(4, '0')}`,
        employer: '演练大药房有限公司',
        initialPasswordChanged: true,
      },
      digest,
    )
    const student = { studentId, tokenHash: '' }
    await acceptAgreements(deps, student, await myAgreements(deps, student))
  }
}

/** Gives all of them new passwords, for whoever has lost the list; sessions go on. */
export async function renewPasswords(db: Db, passwords: Passwords): Promise<void> {
  for (const [username, password] of passwords.staff) {
    const change = { passwordHash: await hashPassword(password), mustChangePassword: false }
    await db.updateTable('staff').set(change).where('username', '=', username).execute()
  }
  const passwordHash = await hashPassword(digestPassword(passwords.learners))
  const phones = practiceLearners.map(({ phone }) => phone)
  await db.updateTable('student').set({ passwordHash }).where('phone', 'in', phones).execute()
}

/** Well formed, and nobody's as far as anybody knows: born on New Year, with the first numbers of the day. */
function inventedIdNo(index: number): string {
  const digits = `11010119${String(60 + index).padStart(2, '0')}0101${String(index + 1).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return digits + '10X98765432'[sum % 11]
}
