import type { Bank } from '@ce/client/staff/question.ts'
import {
  difficulties,
  difficultyName,
  questionTypes,
  typeNames,
} from '@ce/contract/question-options'
import { searchLimits } from '@ce/contract/search-limits'
import { Button, Select } from 'antd'
import { KeywordSearch } from '../../components/KeywordSearch.tsx'
import classes from './QuestionList.module.css'
import type { QuestionFilters as Filters } from './use-question-filter.ts'

const typeOptions = [
  { value: '', label: '全部题型' },
  ...questionTypes.map((value) => ({ value, label: typeNames[value] })),
]
const difficultyOptions = [
  { value: 0, label: '全部难度' },
  ...difficulties.map((value) => ({ value: value as number, label: difficultyName(value) })),
]
const stateOptions = [
  { value: '', label: '全部状态' },
  { value: 'true', label: '启用' },
  { value: 'false', label: '停用' },
]

const findingOptions = [
  { value: '', label: '不论核对情况' },
  { value: 'OPEN', label: '待核对' },
  { value: 'SERIOUS', label: '待核对，影响发布' },
  { value: 'MINOR', label: '待核对，仅提示' },
  { value: 'ACCEPTED', label: '已确认无误' },
]

/** Course, type, difficulty, tag, state, and a word of the stem or the number. */
export function QuestionFilters({ filters, banks }: { filters: Filters; banks: readonly Bank[] }) {
  const { filter, set, clear, narrowed } = filters
  const courses = banks.map(({ courseId, title }) => ({ value: courseId, label: title }))
  const tags = tagsOf(banks, filter.courseId)
  return (
    <search className={classes.filters} aria-label="筛选试题">
      <Select
        aria-label="课程"
        className={classes.course}
        value={filter.courseId ?? ''}
        showSearch={{ optionFilterProp: 'label' }}
        options={[{ value: '', label: '全部课程' }, ...courses]}
        onChange={(course) => set({ course, tag: undefined })}
      />
      <Select
        aria-label="题型"
        className={classes.select}
        value={filter.type ?? ''}
        options={typeOptions}
        onChange={(type) => set({ type })}
      />
      <Select
        aria-label="难度"
        className={classes.select}
        value={filter.difficulty ?? 0}
        options={difficultyOptions}
        onChange={(value) => set({ difficulty: value || undefined })}
      />
      <Select
        aria-label="标签"
        className={classes.select}
        value={filter.tag ?? ''}
        showSearch={{ optionFilterProp: 'label' }}
        options={[{ value: '', label: '全部标签' }, ...tags]}
        onChange={(tag) => set({ tag })}
      />
      <Select
        aria-label="状态"
        className={classes.select}
        value={filter.enabled ?? ''}
        options={stateOptions}
        onChange={(state) => set({ state })}
      />
      <Select
        aria-label="核对情况"
        className={classes.findingFilter}
        value={filter.finding ?? ''}
        options={findingOptions}
        onChange={(finding) => set({ finding })}
      />
      <KeywordSearch
        label="题干关键词或题号"
        className={classes.keyword}
        most={searchLimits.questions}
        value={filter.keyword ?? ''}
        onSearch={(keyword) => set({ keyword })}
      />
      {filter.importId && (
        <Button onClick={() => set({ import: undefined })} aria-label="只看一次导入的试题，取消">
          只看一次导入的试题 ×
        </Button>
      )}
      {narrowed && <Button onClick={clear}>清除筛选</Button>}
    </search>
  )
}

/** The tags of the course, or of all, each once. */
function tagsOf(banks: readonly Bank[], courseId: string | undefined) {
  const own = banks.filter((bank) => !courseId || bank.courseId === courseId)
  const tags = new Set(own.flatMap((bank) => bank.tags))
  return [...tags]
    .toSorted((a, b) => a.localeCompare(b, 'zh'))
    .map((tag) => ({ value: tag, label: tag }))
}
