import { Facts } from '@ce/client/components/Facts.tsx'
import { formatDateTime, formatTitle } from '@ce/client/format.ts'
import type { Student } from '@ce/client/staff/student_desk.ts'
import { idTypeNames } from '@ce/contract/id-paper'
import classes from './StudentDesk.module.css'

/** Who the student is; numbers masked. Of an erased account only what is kept. */
export function ParticularsSection({ student }: { student: Student }) {
  const facts = student.state === 'ERASED' ? factsKept(student) : factsOf(student)
  return (
    <section className={classes.card} aria-labelledby="particulars">
      <h2 id="particulars">资料</h2>
      <Facts className={classes.facts} facts={facts.map(([name, value]) => [name, value || '—'])} />
    </section>
  )
}

/** What stands in papers that are kept, and when the account was. */
function factsKept(student: Student) {
  const kept = [
    [idTypeNames[student.idType], student.idNoMasked],
    ['资格证书编号', student.certificateNo],
    ['注册时间', formatDateTime(student.createdAt)],
    ['注销时间', student.erasedAt ? formatDateTime(student.erasedAt) : ''],
  ] as const
  return kept.filter(([, value]) => value !== '')
}

function factsOf(student: Student) {
  return [
    ['手机号', student.phoneMasked],
    [idTypeNames[student.idType], student.idNoMasked],
    ['资格证书编号', student.certificateNo],
    ['注册证编号', student.registrationNo],
    ['执业单位', student.employer],
    ['职称', formatTitle(student.titleCode)],
    ['所在城市', student.city],
    ['邮箱', student.email],
    ['注册时间', formatDateTime(student.createdAt)],
    ['密码', student.hasInitialPassword ? '仍是工作人员给的初始密码' : '本人设置'],
    ['姓名与证件', student.nameLocked ? '已缴费，本人不能修改' : '本人可以修改'],
  ] as const
}
