" Pattern databases of Katachi and GNU Go.
if exists('b:current_syntax')
  finish
endif

" Of several that match the last one counts.
syntax match mkpatRow /^|\?[.XxOo?*,!QYa-zA-Z]\{1,25}|\?\ze\(\s\|$\)/ contains=mkpatFriend,mkpatEnemy,mkpatMove
syntax match mkpatComment /^#.*$/
syntax match mkpatSuppression /^#\s*mkpat:.*$/
syntax match mkpatDirective /^\(attribute_map\|goal_elements\|callback_data\)\>/
syntax match mkpatHead /^Pattern\>/ nextgroup=mkpatName skipwhite
syntax match mkpatName /\S\+/ contained
syntax match mkpatEdge /^[+-]\{2,}/
syntax match mkpatFriend /[OoQ]/ contained
syntax match mkpatEnemy /[XxY]/ contained
syntax match mkpatMove /\*/ contained
syntax match mkpatColon /^:.*$/ contains=mkpatValue,mkpatNumber
syntax match mkpatValue /[a-z_]\+\ze(/ contained
syntax match mkpatCode /^[;>].*$/ contains=mkpatHelper,mkpatNumber,mkpatConstant
syntax match mkpatHelper /[a-z_0-9]\+\ze(/ contained
syntax match mkpatConstant /\<\(WIN\|KO_A\|KO_B\|ALIVE\|DEAD\|CRITICAL\|UNKNOWN\)\>/ contained
syntax match mkpatNumber /\<-\?[0-9]\+\(\.[0-9]\+\)\?\>/ contained

highlight default link mkpatComment Comment
highlight default link mkpatSuppression PreProc
highlight default link mkpatDirective PreProc
highlight default link mkpatHead Keyword
highlight default link mkpatName Identifier
highlight default link mkpatEdge Delimiter
highlight default link mkpatFriend String
highlight default link mkpatEnemy Special
highlight default link mkpatMove Todo
highlight default link mkpatValue Type
highlight default link mkpatHelper Function
highlight default link mkpatConstant Constant
highlight default link mkpatNumber Number

let b:current_syntax = 'mkpat'
