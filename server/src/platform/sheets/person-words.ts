/** What people call the columns of a list of people, without spaces and marks. */
export const idNoWord = /^(证件号码?|身份证号?码?|身份证件号码?|居民身份证号?码?|idno)$/i
export const phoneWord = /^(手机号?码?|联系电话|电话|移动电话|phone)$/i
export const certificateNoWord =
  /^(执业药师)?(职业)?(资格)?证书(编号|号码?)$|^(执业药师)?资格证(编)?号$|^证书管理号$/
