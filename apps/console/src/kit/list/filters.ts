import { parseAddressChoice } from '@ce/client/stored-preference.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { type FieldRule, fieldRuleProblem } from '@ce/contract/person'
import { daySpanProblem, searchProblem } from '@ce/contract/search-limits'
import { dateProblem } from '@ce/ui/form/typed-date.ts'
import { selectOptionsOf, typedKeysOf } from '../../components/code-options.ts'
import { yearProblem } from '../form-rules.ts'

export interface FilterOption {
  value: string
  label: string
}

type Given = string | undefined

/** Filters of the first three kinds apply when the user presses 查找; the other kinds apply at once. */
export type FilterControl =
  | { kind: 'words'; digits: boolean }
  | { kind: 'choice'; all: string; options: readonly FilterOption[] }
  | { kind: 'day'; after: string | undefined }
  | { kind: 'views'; options: readonly FilterOption[]; first: string }
  /** The parent of the rows, such as a course; a new parent clears the filters in `resets`. */
  | { kind: 'place'; all: string; options: readonly FilterOption[]; resets: readonly string[] }
  | { kind: 'flag' }
  /** Only a link from another page sets this filter; the list can only remove it. */
  | { kind: 'link' }

export interface ListFilter<Value = unknown> {
  label: string
  control: FilterControl
  /** True for personal data, which must never be in the URL. */
  personal: boolean
  /** Returns false if the values of other filters make this filter meaningless; the filter is not sent then. */
  applies: (get: (name: string) => Given) => boolean
  /** Returns the value for the call. Invalid values are passed on, so that the server refuses them. */
  read: (given: Given) => Value
  /** Returns why the server would refuse the value, or null if it is valid. */
  problemOf: (given: string, all: (name: string) => Given) => string | null
}

/** Filters keyed by their name in the URL. */
export type ListFilters = Readonly<Record<string, ListFilter>>

export type FilterValues<All extends ListFilters> = {
  [Name in keyof All]: ReturnType<All[Name]['read']>
}

/** @param most the maximum length that the server accepts */
export function textFilter(label: string, most?: number, rule?: FieldRule): ListFilter<Given> {
  return {
    ...plain(label, { kind: 'words', digits: false }),
    problemOf: (given) =>
      (rule ? fieldRuleProblem(rule, given) : null) ?? (most === undefined ? null : searchProblem(given, most)),
  }
}

export function personalFilter<Value>(filter: ListFilter<Value>): ListFilter<Value> {
  return { ...filter, personal: true }
}

/** A filter that applies only together with certain other filters. */
export function conditionalFilter<Value>(filter: ListFilter<Value>, applies: ListFilter['applies']): ListFilter<Value> {
  return { ...filter, applies }
}

export function yearFilter(label = '年度'): ListFilter<number | undefined> {
  return {
    ...numericFilter(plain(label, { kind: 'words', digits: true })),
    problemOf: yearProblem,
  }
}

/** @param labels in display order; if missing, the page gives the options when rendering */
export function choiceFilter<Code extends string>(
  label: string,
  all: string,
  labels?: Readonly<Partial<Record<Code, { label: string } | string>>>,
): ListFilter<Code | undefined> {
  const options = selectOptionsOf(asLabels(labels ?? {}))
  return {
    ...plain(label, { kind: 'choice', all, options }),
    read: (given) => parseAddressChoice<Code>(given),
    problemOf: (given) =>
      options.length === 0 || options.some(({ value }) => value === given) ? null : '没有这一项，请重新选择',
  }
}

export function scopeFilter<Code extends string>(
  label: string,
  all: string,
  ...resets: string[]
): ListFilter<Code | undefined> {
  return {
    ...plain(label, { kind: 'place', all, options: [], resets }),
    read: (given) => parseAddressChoice<Code>(given),
  }
}

/** The URL does not contain the first view, because it is the default. */
export function viewFilter<Code extends string>(
  label: string,
  labels: Readonly<Record<Code, { label: string } | string>>,
  first: NoInfer<Code>,
): ListFilter<Code> {
  const known = typedKeysOf(labels)
  return {
    ...plain(label, { kind: 'views', options: selectOptionsOf(labels), first }),
    read: (given) => known.find((one) => one === given) ?? first,
  }
}

export function checkboxFilter(label: string): ListFilter<'true' | undefined> {
  return {
    ...plain(label, { kind: 'flag' }),
    read: (given) => (given === 'true' ? given : undefined),
  }
}

export function linkOnlyFilter(label: string): ListFilter<Given> {
  return plain(label, { kind: 'link' })
}

export function dayFilter(label: string, after?: string): ListFilter<Given> {
  return {
    ...plain(label, { kind: 'day', after }),
    problemOf: (given, all) => dateProblem(given) ?? (after === undefined ? null : daySpanProblem(all(after), given)),
  }
}

/** Filters by a range of days; both ends are included. */
export function dayRangeFilters(label: string): Record<'from' | 'to', ListFilter<Given>> {
  return { from: dayFilter(`${label}从`), to: dayFilter(`${label}到`, 'from') }
}

/** Converts the value to a number for the call. */
export function numericFilter(filter: ListFilter): ListFilter<number | undefined> {
  return { ...filter, read: (given) => (given === undefined ? undefined : parseDecimal(given)) }
}

function plain(label: string, control: FilterControl): ListFilter<Given> {
  return {
    label,
    control,
    personal: false,
    applies: () => true,
    read: (given) => given,
    problemOf: () => null,
  }
}

/** Each value has the type of its filter, so the cast is safe. */
export function readFilterValues<All extends ListFilters>(
  filters: All,
  get: (name: string) => Given,
): FilterValues<All> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, filter.read(get(name))]),
  ) as FilterValues<All>
}

/** A code without a label cannot be chosen. */
function asLabels(
  labels: Readonly<Record<string, { label: string } | string | undefined>>,
): Record<string, { label: string } | string> {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([code, label]) => (label === undefined ? [] : [[code, label]])),
  )
}
