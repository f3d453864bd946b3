import { categories } from '@ce/contract/categories'
import { Button, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
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
  const [typed, setTyped] = useState(keyword ?? '')
  useEffect(() => setTyped(keyword ?? ''), [keyword])
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
      <Input.Search
        aria-label="标题关键词"
        className={classes.keyword}
        placeholder="标题关键词"
        value={typed}
        maxLength={50}
        allowClear
        enterButton="查找"
        onChange={(event) => setTyped(event.target.value)}
        onSearch={(value) => set({ keyword: value.trim() })}
      />
      {filtered && <Button onClick={clear}>清除筛选</Button>}
    </search>
  )
}
