import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { type DeskStudent, type StudentSummary, studentListQuery } from '@ce/client/staff/student_desk.ts'
import { certificateNoRule } from '@ce/contract/person'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import cards from '../../components/cards.module.css'
import { FilterBar } from '../../kit/list/FilterBar.tsx'
import { textFilter } from '../../kit/list/filters.ts'
import { isAccountOpen } from './labels.ts'
import { OtherAccountCard } from './OtherAccount.tsx'

interface FindOtherProps {
  student: DeskStudent
  onPropose: (other: StudentSummary) => void
}

const filters = {
  number: textFilter('另一个账号的完整手机号或资格证书编号', undefined, {
    ...certificateNoRule,
    msg: '请填写完整手机号，或 6–30 位字母、数字的证书编号。',
  }),
}

export function FindOtherAccount({ student, onPropose }: FindOtherProps) {
  const [asked, setAsked] = useState('')
  return (
    <>
      <FilterBar
        label="另一个账号"
        state={{
          filters,
          get: () => asked || undefined,
          set: ({ number = '' }) => setAsked(certificateNoRule.fold(number)),
        }}
      />
      <div role="status">{asked && <Found asked={asked} student={student} onPropose={onPropose} />}</div>
    </>
  )
}

function Found({ asked, student, onPropose }: FindOtherProps & { asked: string }) {
  const by = /^1\d{10}$/.test(asked) ? { phone: asked } : { certificateNo: asked }
  const query = useQuery(studentListQuery({ ...by, page: 1, pageSize: 20 }))
  return (
    <QueryContent query={query}>
      {({ list }) => {
        const others = list.filter(({ id, state }) => id !== student.id && isAccountOpen(state))
        if (others.length === 0) return '没有找到另一个账号。'
        return (
          <ul className={cards.rows}>
            {others.map((one) => (
              <OtherAccountCard key={one.id} student={one} note={`证书 ${one.certificateNo}`} onPropose={onPropose} />
            ))}
          </ul>
        )
      }}
    </QueryContent>
  )
}
