import { categories } from '@ce/contract/categories'
import { searchLimits } from '@ce/contract/search-limits'
import { Button, Select } from 'antd'
import { KeywordSearch } from '../../components/KeywordSearch.tsx'
import { posterStates } from './labels.ts'
import classes from './PosterList.module.css'
import type { PosterFilters as Filters } from './use-poster-filter.ts'

const categoryOptions = [
  { value: 0, label: '全部栏目' },
  ...categories.map(({ id, title }) => ({ value: id as number, label: title })),
]
const stateOptions = [
  { value: '', label: '全部状态' },
  ...Object.entries(posterStates).map(([value, { label }]) => ({ value, label })),
]

/** Category, state and a word of the title. */
export function PosterFilters({ filters }: { filters: Filters }) {
  const { filter, set, clear } = filters
  const { categoryId, state, keyword } = filter
  const filtered = categoryId || state || keyword
  return (
    <search className={classes.filters} aria-label="筛选内容">
      <Select
        aria-label="栏目"
        className={classes.select}
        value={categoryId ?? 0}
        options={categoryOptions}
        onChange={(value) => set({ category: value || undefined })}
      />
      <Select
        aria-label="状态"
        className={classes.select}
        value={state ?? ''}
        options={stateOptions}
        onChange={(value) => set({ state: value })}
      />
      <KeywordSearch
        label="标题关键词"
        className={classes.keyword}
        most={searchLimits.publicContent}
        value={keyword ?? ''}
        onSearch={(words) => set({ keyword: words })}
      />
      {filtered && <Button onClick={clear}>清除筛选</Button>}
    </search>
  )
}
