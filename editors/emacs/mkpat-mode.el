;;; mkpat-mode.el --- Pattern databases of Katachi and GNU Go  -*- lexical-binding: t -*-

;; Version: 0.1
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages, games

;;; Commentary:

;; A major mode for `.db' files.  With eglot (`M-x eglot', part of Emacs since 29) findings, fixes, completion and
;; the rest come from `mkpat lsp'.  Two keys are those of GNU Go's old mode: C-c C-p begins a pattern, C-c C-c copies
;; the diagram of the pattern around point for its constraint.

;;; Code:

(require 'rx)

(defgroup mkpat nil "Pattern databases of Katachi." :group 'languages)

(defcustom mkpat-command '("mkpat" "lsp")
  "How the language server is started."
  :type '(repeat string))

(defconst mkpat-font-lock-keywords
  `(("^#\\s-*mkpat:.*$" (0 font-lock-preprocessor-face t))
    ("^\\(attribute_map\\|goal_elements\\|callback_data\\)\\>\\(.*\\)$"
     (1 font-lock-preprocessor-face) (2 font-lock-string-face))
    ("^\\(Pattern\\)\\s-+\\(\\S-+\\)"
     (1 font-lock-keyword-face) (2 font-lock-type-face))
    ("^[+-]\\{2,\\}" (0 font-lock-comment-delimiter-face))
    ("^:[^,]*,\\([^,\n]*\\)" (1 font-lock-constant-face))
    (,(rx bow (or "WIN" "KO_A" "KO_B" "ALIVE" "DEAD" "CRITICAL" "UNKNOWN") eow)
     (0 font-lock-constant-face))
    ("^[:;>].*$"
     ("\\([a-z_0-9]+\\)(" (beginning-of-line) nil (1 font-lock-function-name-face))))
  "What is coloured besides comments.")

(defun mkpat--block-start ()
  "The start of the `Pattern' line around point."
  (save-excursion
    (end-of-line)
    (unless (re-search-backward "^Pattern\\>" nil t)
      (user-error "There is no pattern here"))
    (point)))

(defun mkpat-insert-pattern (name)
  "Begin a pattern called NAME behind the one around point."
  (interactive "sName of the pattern: ")
  (if (re-search-forward "^Pattern\\>" nil t)
      (beginning-of-line)
    (goto-char (point-max))
    (skip-chars-backward " \t\n")
    (delete-region (point) (point-max))
    (insert (if (bobp) "" "\n\n\n")))
  (insert "Pattern " name "\n# What is the idea of the move?\n\n?X?.\nO*..\n....\n\n:8,E\n\n\n"))

(defun mkpat-copy-diagram ()
  "Copy the diagram of the pattern around point below its colon line, for the constraint."
  (interactive)
  (goto-char (mkpat--block-start))
  (let* ((end (save-excursion
                (forward-line)
                (if (re-search-forward "^Pattern\\>" nil t) (line-beginning-position) (point-max))))
         (colon (save-excursion
                  (or (re-search-forward "^:" end t) (user-error "The pattern has no colon line"))
                  (line-beginning-position)))
         (first (save-excursion
                  (forward-line)
                  (while (and (< (point) colon) (looking-at "\\s-*\\(#.*\\)?$")) (forward-line))
                  (point)))
         (rows (string-trim-right (buffer-substring-no-properties first colon))))
    (goto-char colon)
    (end-of-line)
    (insert "\n\n" rows "\n\n; ")))

(defvar mkpat-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-p") #'mkpat-insert-pattern)
    (define-key map (kbd "C-c C-c") #'mkpat-copy-diagram)
    map)
  "Keys of `mkpat-mode'.")

(defvar mkpat-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "w" table)
    table)
  "Syntax of `mkpat-mode'.")

;;;###autoload
(define-derived-mode mkpat-mode prog-mode "mkpat"
  "Major mode for pattern databases."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+\\s-*")
  ;; A `#' is a comment at the start of a line only, so that this is not for the syntax table.
  (setq-local font-lock-defaults
              `((("^#.*$" . font-lock-comment-face) ,@mkpat-font-lock-keywords)))
  (setq-local imenu-generic-expression '((nil "^Pattern\\s-+\\(\\S-+\\)" 1)))
  (setq-local indent-line-function #'ignore))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.db\\'" . mkpat-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `(mkpat-mode . ,mkpat-command)))

(provide 'mkpat-mode)
;;; mkpat-mode.el ends here
