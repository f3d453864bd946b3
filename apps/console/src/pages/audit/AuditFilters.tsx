import type { AuditFilter } from '@ce/client/staff/audit.ts'
import { searchLimits, searchProblem } from '@ce/contract/search-limits'
import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useSearchWords } from '../../components/KeywordSearch.tsx'
import { DaySpanProblem, SearchProblem } from '../../components/SearchProblem.tsx'
import classes from './AuditPage.module.css'
import { actionGroups } from './action-words.ts'

interface AuditFiltersProps {
  filter: AuditFilter
  set: (changes: Record<string, string | undefined>) => void
  clear: () => void
  filtered: boolean
}

const groups = actionGroups.map(({ title, prefix, actions }) => ({
  label: title,
  options: [
    { value: prefix, label: `${title}：全部` },
    ...actions.map(({ action, label }) => ({ value: action, label })),
  ],
}))
const actionOptions = [{ value: '', label: '全部操作' }, ...groups]

/** Who, what, on what, from which day to which. Texts are searched on Enter or when the field is left. */
export function AuditFilters({ filter, set, clear, filtered }: AuditFiltersProps) {
  return (
    <search className={classes.filters}>
      <Field label="谁">
        <TextFilter
          label="谁（姓名或用户名）"
          placeholder="姓名或用户名"
          value={filter.actor}
          onChange={(actor) => set({ actor })}
        />
      </Field>
      <Field label="做了什么">
        <Select
          aria-label="做了什么"
          showSearch={{ optionFilterProp: 'label' }}
          value={filter.action ?? ''}
          options={actionOptions}
          popupMatchSelectWidth={240}
          onChange={(action: string) => set({ action })}
        />
      </Field>
      <Field label="对象编号">
        <TextFilter
          label="对象编号"
          placeholder="完整编号"
          value={filter.subject}
          onChange={(subject) => set({ subject })}
        />
      </Field>
      <Field label="从">
        <Input
          type="date"
          aria-label="从哪一天"
          value={filter.from ?? ''}
          max={filter.to}
          onChange={({ target }) => set({ from: target.value })}
        />
      </Field>
      <Field label="到">
        <Input
          type="date"
          aria-label="到哪一天"
          value={filter.to ?? ''}
          min={filter.from}
          onChange={({ target }) => set({ to: target.value })}
        />
      </Field>
      {filtered && <Button onClick={clear}>清除条件</Button>}
      <DaySpanProblem from={filter.from} to={filter.to} />
    </search>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.field}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}

interface TextFilterProps {
  label: string
  placeholder: string
  value: string | undefined
  onChange: (value: string) => void
}

const auditProblem = (words: string) => searchProblem(words, searchLimits.audit)

function TextFilter({ label, placeholder, value = '', onChange }: TextFilterProps) {
  const { field, problem, send } = useSearchWords(auditProblem, value, (words) => {
    if (words !== value) onChange(words)
  })
  return (
    <>
      <Input
        {...field}
        aria-label={label}
        placeholder={placeholder}
        onPressEnter={({ currentTarget }) => send(currentTarget.value)}
        onBlur={({ currentTarget }) => send(currentTarget.value)}
      />
      <SearchProblem id={field['aria-describedby']} problem={problem} />
    </>
  )
}
