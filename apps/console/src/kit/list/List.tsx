import { CallRefused } from '@ce/client/call.ts'
import { EmptyState, ErrorState } from '@ce/ui/States.tsx'
import type { QueryKey, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { FilterBarProps, FilterState } from './FilterBar.tsx'
import { clearFilters, FilterBar, isFiltered } from './FilterBar.tsx'
import { type FilterValues, type ListFilters, readFilterValues } from './filters.ts'
import { ListPages, type PageOfRows } from './ListPages.tsx'
import { type ListTableOptions, PageTable, type RowKeyProps } from './ListTable.tsx'
import { useRememberedListPlace } from './list-place.ts'
import { useUrlFilters } from './use-url-filters.ts'

interface Nothing {
  title: string
  text?: ReactNode
  action?: ReactNode
}

interface PageWanted {
  page: number
  pageSize: number
}

interface ListDescription<All extends ListFilters, Data, Key extends QueryKey, Of extends readonly unknown[]> {
  label: string
  unit: string
  filters: All
  /** @param of the ids of the list's parent, such as a student id */
  query: (filter: FilterValues<All>, page: PageWanted, ...of: Of) => UseQueryOptions<Data, Error, Data, Key>
  empty: Nothing | ((filter: FilterValues<All>) => Nothing)
  notFound?: ReactNode | ((filter: FilterValues<All>) => ReactNode)
  /** Returns the row ids, so that detail pages can link to their neighbours. */
  idsOf?: (page: Data) => readonly string[]
}

export function defineList<
  All extends ListFilters,
  Data extends PageOfRows<object>,
  Key extends QueryKey,
  Of extends readonly unknown[],
>(description: ListDescription<All, Data, Key, Of>): ListDescription<All, Data, Key, Of> {
  return description
}

interface ListState<All extends ListFilters, Data> extends FilterState<All> {
  label: string
  unit: string
  filter: FilterValues<All>
  query: UseQueryResult<Data>
  nothing: Nothing
}

export function useList<
  All extends ListFilters,
  Data extends PageOfRows<object>,
  Key extends QueryKey,
  Of extends readonly unknown[],
>(description: ListDescription<All, Data, Key, Of>, ...of: Of): ListState<All, Data> {
  const { label, unit, filters, empty, notFound, idsOf } = description
  const { page, pageSize, ...state } = useFilters(filters)
  const query = useQuery(description.query(state.filter, { page, pageSize }, ...of))
  useRememberedListPlace(query.data && idsOf?.(query.data))
  const here = typeof empty === 'function' ? empty(state.filter) : empty
  const hint = typeof notFound === 'function' ? notFound(state.filter) : notFound
  const nothing = isFiltered(state) ? notFoundOf(label, hint, state) : here
  const set: FilterState['set'] = (changes) => {
    const same = Object.entries(changes).every(([name, value]) => value === state.get(name))
    // Searching again with the same filters means that the user wants to reload the list.
    if (same && page === 1) void query.refetch()
    else state.set(changes)
  }
  return { ...state, set, label, unit, query, nothing }
}

function notFoundOf(label: string, text: ReactNode, state: FilterState): Nothing {
  return {
    title: `没有符合条件的${label}`,
    text: text ?? '换个条件再查。',
    action: <Button onClick={() => clearFilters(state)}>清除条件</Button>,
  }
}

export function useFilters<All extends ListFilters>(filters: All) {
  const names = Object.keys(filters).filter((name) => filters[name]?.personal)
  const { get: given, set, page, pageSize } = useUrlFilters(names)
  const get = (name: string) => (filters[name]?.applies(given) === false ? undefined : given(name))
  return { filters, get, set, filter: readFilterValues(filters, get), page, pageSize }
}

interface ListFrameProps<All extends ListFilters, Data> extends Omit<FilterBarProps<All>, 'label' | 'state'> {
  list: ListState<All, Data>
  above?: ReactNode
}

export function ListFrame<All extends ListFilters, Data extends PageOfRows<unknown>>(
  props: ListFrameProps<All, Data> & { children: (page: Data) => ReactNode },
) {
  const { list, above, children, ...bar } = props
  const { label, unit, query, nothing } = list
  // A refused search fails again on retry, so offer to change the filters.
  const refusal = query.data === undefined && isFiltered(list) && refusalOf(query.error)
  return (
    <>
      <FilterBar {...bar} label={label} state={list} />
      {!refusal && above}
      {refusal ? (
        <ErrorState title={refusal} action={<Button onClick={() => clearFilters(list)}>清除条件</Button>}>
          请改正查找条件后再查，或清除条件。
        </ErrorState>
      ) : (
        <ListPages
          label={label}
          unit={unit}
          query={query}
          empty={
            <EmptyState title={nothing.title} action={nothing.action}>
              {nothing.text}
            </EmptyState>
          }
        >
          {children}
        </ListPages>
      )}
    </>
  )
}

function refusalOf(error: Error | null): string | null {
  return error instanceof CallRefused && Object.keys(error.fields).length > 0 ? error.msg : null
}

type ListProps<All extends ListFilters, Row> = ListFrameProps<All, PageOfRows<Row>> & ListTableOptions<Row>

export function List<All extends ListFilters, Row extends { id: string }>(props: ListProps<All, Row>): React.ReactNode
export function List<All extends ListFilters, Row extends object>(
  props: ListProps<All, Row> & RowKeyProps<Row>,
): React.ReactNode
export function List<All extends ListFilters, Row extends object>(
  props: ListProps<All, Row> & Partial<RowKeyProps<Row>>,
) {
  const { columns, rowKey = 'id', expandable, selection, ...frame } = props
  const table = { columns, rowKey, expandable, selection }
  return (
    <ListFrame {...frame}>{({ list }) => <PageTable<Row> {...table} label={frame.list.label} list={list} />}</ListFrame>
  )
}
