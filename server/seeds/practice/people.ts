import { randomUUID } from 'node:crypto'
import { digestPassword } from '@ce/contract/password'
import { insertStaffAccount } from '../../src/modules/office/staff/service/accounts.ts'
import { acceptAgreements, listMissingAgreements } from '../../src/modules/student/service/agreements.ts'
import { importStudent } from '../../src/modules/student/service/register.ts'
import { systemAuthor } from '../../src/platform/audit.ts'
import { drawOneTimePassword, hashPassword } from '../../src/platform/auth/passwords.ts'
import { type Db, inTransaction } from '../../src/platform/db/database.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { setClock } from '../demo/clock.ts'

/** Practice staff: enough accounts for decisions that need two people. */
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

export const practiceStates = {
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
export type PracticeState = keyof typeof practiceStates

const learners: readonly [string, PracticeState][] = [
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

export interface PracticeLearner {
  phone: string
  name: string
  state: PracticeState
}

export const practiceLearners: readonly PracticeLearner[] = learners.map(([name, state], index) => ({
  phone: `139990000${String(index + 1).padStart(2, '0')}`,
  name,
  state,
}))

export interface PracticePasswords {
  staff: ReadonlyMap<string, string>
  learners: string
}

export function drawPracticePasswords(): PracticePasswords {
  return {
    staff: new Map(practiceStaff.map(({ username }) => [username, drawOneTimePassword()])),
    learners: drawOneTimePassword(2),
  }
}

export async function addPracticePeople(
  deps: Deps,
  { begin }: { begin: Date },
  passwords: PracticePasswords,
): Promise<void> {
  await setClock(deps.db, begin)
  for (const { username, name, role } of practiceStaff) {
    const passwordHash = await hashPassword(passwords.staff.get(username) ?? randomUUID())
    await inTransaction(deps.db, (tx) =>
      insertStaffAccount(tx, systemAuthor, {
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
    await acceptAgreements(deps, student, await listMissingAgreements(deps, student))
  }
}

/** Sets new passwords. Open sessions of the accounts continue. */
export async function renewPracticePasswords(db: Db, passwords: PracticePasswords): Promise<void> {
  for (const [username, password] of passwords.staff) {
    const change = { passwordHash: await hashPassword(password), mustChangePassword: false }
    await db.updateTable('staff').set(change).where('username', '=', username).execute()
  }
  const passwordHash = await hashPassword(digestPassword(passwords.learners))
  const phones = practiceLearners.map(({ phone }) => phone)
  await db.updateTable('student').set({ passwordHash }).where('phone', 'in', phones).execute()
}

/** A valid ID number that is unlikely to be real: the first serial numbers of a New Year's Day. */
function inventedIdNo(index: number): string {
  const digits = `11010119${String(60 + index).padStart(2, '0')}0101${String(index + 1).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return digits + '10X98765432'[sum % 11]
}
