import { DefinitionList } from '@ce/client/components/DefinitionList.tsx'
import { formatDateTime, formatTitle } from '@ce/client/format.ts'
import type { DeskStudent } from '@ce/client/staff/student_desk.ts'
import { idTypeNames } from '@ce/contract/id-paper'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'

/** Shows the student's data with masked numbers; for an erased account only what must be kept. */
export function ParticularsSection({ student }: { student: DeskStudent }) {
  const facts = student.state === 'ERASED' ? factsKept(student) : factsOf(student)
  return (
    <CardSection id="particulars" title="资料">
      <DefinitionList className={cards.facts} facts={facts.map(([name, value]) => [name, value || '—'])} />
    </CardSection>
  )
}

function factsKept(student: DeskStudent) {
  const kept = [
    [idTypeNames[student.idType], student.idNoMasked],
    ['资格证书编号', student.certificateNo],
    ['注册时间', formatDateTime(student.createdAt)],
    ['注销时间', student.erasedAt ? formatDateTime(student.erasedAt) : ''],
  ] as const
  return kept.filter(([, value]) => value !== '')
}

function factsOf(student: DeskStudent) {
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
