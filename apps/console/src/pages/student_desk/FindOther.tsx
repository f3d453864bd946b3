import { Loaded } from '@ce/client/components/Loaded.tsx'
import { type Student, type StudentHead, studentListQuery } from '@ce/client/staff/student_desk.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { useSearchWords } from '../../components/KeywordSearch.tsx'
import { SearchProblem } from '../../components/SearchProblem.tsx'
import { OtherAccount } from './OtherAccount.tsx'
import classes from './StudentDesk.module.css'
import { isOpen } from './words.ts'

interface FindOtherProps {
  student: Student
  onPropose: (other: StudentHead) => void
}

const numberProblem = (words: string) =>
  /^([0-9A-Za-z]{6,30})?$/.test(words.trim())
    ? null
    : '请填写完整手机号，或 6–30 位字母、数字的证书编号。'

/** The other account when it looks nothing alike: by the whole phone, or by the certificate number. */
export function FindOther({ student, onPropose }: FindOtherProps) {
  const [asked, setAsked] = useState('')
  const { field, problem, send } = useSearchWords(numberProblem, asked, setAsked)
  return (
    <>
      <search>
        <Input.Search
          {...field}
          aria-label="另一个账号的完整手机号或资格证书编号"
          placeholder="另一个账号的完整手机号或资格证书编号"
          enterButton="查找"
          onSearch={send}
        />
        <SearchProblem id={field['aria-describedby']} problem={problem} />
      </search>
      <div role="status">
        {asked && <Found asked={asked} student={student} onPropose={onPropose} />}
      </div>
    </>
  )
}

function Found({ asked, student, onPropose }: FindOtherProps & { asked: string }) {
  const by = /^1\d{10}$/.test(asked) ? { phone: asked } : { certificateNo: asked }
  const query = useQuery(studentListQuery({ ...by, page: 1, pageSize: 20 }))
  return (
    <Loaded query={query}>
      {({ list }) => {
        const others = list.filter(({ id, state }) => id !== student.id && isOpen(state))
        if (others.length === 0) return '没有找到另一个账号。'
        return (
          <ul className={classes.rows}>
            {others.map((one) => (
              <OtherAccount
                key={one.id}
                student={one}
                note={`证书 ${one.certificateNo}`}
                onPropose={onPropose}
              />
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}
