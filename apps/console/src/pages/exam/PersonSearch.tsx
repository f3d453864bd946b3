import { searchLimits } from '@ce/contract/search-limits'
import { KeywordSearch } from '../../components/KeywordSearch.tsx'
import classes from './ExamDesk.module.css'

interface PersonSearchProps {
  value: string
  onSearch: (words: string) => void
}

/** Finds a student by a part of the name, the phone or its last four digits. */
export function PersonSearch(props: PersonSearchProps) {
  return (
    <KeywordSearch
      label="姓名、手机号或后四位"
      className={classes.keyword}
      most={searchLimits.exams}
      {...props}
    />
  )
}
