;;; drive.el --- Drives the server as a user of Emacs would  -*- lexical-binding: t -*-

;;; Code:

(require 'json)

(defvar told nil "What came of it.")
(defvar published nil "The diagnostics that were published last.")

(defun tell (key value) "Note VALUE under KEY." (push (cons key value) told))

(defun wait-for (what)
  "Wait until the function WHAT gives a value."
  (let ((until (+ (float-time) 20)))
    (while (and (not (funcall what)) (< (float-time) until))
      (accept-process-output nil 0.02))
    (funcall what)))

(condition-case why
    (progn
      (load (concat (getenv "REPOSITORY") "/editors/emacs/mkpat-mode.el") nil t)
      (setq mkpat-command (list (getenv "MKPAT") "lsp"))
      (require 'eglot)
      (setq eglot-sync-connect 20 eglot-autoshutdown nil eglot-confirm-server-initiated-edits nil)
      (setq eglot-server-programs (list (cons 'mkpat-mode mkpat-command)))
      (cl-defmethod eglot-handle-notification :before
        (_server (_method (eql textDocument/publishDiagnostics)) &key uri diagnostics &allow-other-keys)
        (when (string-suffix-p (file-name-nondirectory (getenv "FILE")) uri)
          (setq published (append diagnostics nil))))
      (find-file (getenv "FILE"))
      (tell 'mode (symbol-name major-mode))
      (goto-char (point-min))
      (re-search-forward "^Pattern ")
      (font-lock-ensure)
      (tell 'colour (symbol-name (get-text-property (line-beginning-position) 'face)))
      (apply #'eglot--connect (eglot--guess-contact))
      (unless eglot--managed-mode (eglot--managed-mode 1))
      (wait-for #'eglot-current-server)
      (let* ((server (eglot-current-server))
             (sync (lambda () (eglot--signal-textDocument/didChange)))
             (here (lambda () (eglot--TextDocumentPositionParams)))
             (error-p (lambda ()
                        (cl-some (lambda (d) (equal (plist-get d :code) "KP0401")) published)))
             (line (line-number-at-pos))
             text)
        ;; Type a mistake.
        (re-search-forward "^; ")
        (setq text (buffer-substring (line-beginning-position) (line-end-position)))
        (delete-region (line-beginning-position) (line-end-position))
        (insert "; owl_threatenz(*,*)")
        (funcall sync)
        (tell 'mistake (if (wait-for error-p) t :json-false))
        ;; Complete, fix, hover.
        (beginning-of-line)
        (forward-char 5)
        (let ((items (jsonrpc-request server :textDocument/completion (funcall here))))
          (tell 'completed
                (if (cl-some (lambda (item) (equal (plist-get item :label) "owl_threatens"))
                             (append items nil))
                    t :json-false)))
        (let ((actions (jsonrpc-request
                        server :textDocument/codeAction
                        (list :textDocument (eglot--TextDocumentIdentifier)
                              :range (list :start (eglot--pos-to-lsp-position)
                                           :end (eglot--pos-to-lsp-position))
                              :context '(:diagnostics [])))))
          (eglot--apply-workspace-edit
           (plist-get (cl-find-if (lambda (action)
                                    (string-match-p "owl_threatens" (plist-get action :title)))
                                  (append actions nil))
                      :edit)))
        (tell 'fixed (buffer-substring (line-beginning-position) (line-end-position)))
        (funcall sync)
        (tell 'mended (if (wait-for (lambda () (not (funcall error-p)))) t :json-false))
        (beginning-of-line)
        (forward-char 4)
        (tell 'hover (plist-get (plist-get (jsonrpc-request server :textDocument/hover (funcall here))
                                           :contents)
                                :value))
        (delete-region (line-beginning-position) (line-end-position))
        (insert text)
        (funcall sync)
        ;; Rename the pattern.
        (goto-char (point-min))
        (forward-line (1- line))
        (forward-char 9)
        (eglot-rename "Renamed1")
        (goto-char (point-min))
        (forward-line (1- line))
        (tell 'renamed (buffer-substring (line-beginning-position) (line-end-position)))
        ;; Format.
        (re-search-forward "^:.*$")
        (tell 'tidy (buffer-substring (line-beginning-position) (line-end-position)))
        (insert "   ")
        (funcall sync)
        (eglot-format-buffer)
        (goto-char (point-min))
        (re-search-forward "^:.*$")
        (tell 'formatted (buffer-substring (line-beginning-position) (line-end-position)))
        (tell 'symbols
              (length (jsonrpc-request server :textDocument/documentSymbol
                                       (list :textDocument (eglot--TextDocumentIdentifier)))))
        ;; The two keys.
        (goto-char (point-min))
        (re-search-forward "^Pattern ")
        (mkpat-copy-diagram)
        (tell 'copied (buffer-substring (save-excursion (re-search-backward "^:") (point)) (point)))
        (goto-char (point-max))
        (mkpat-insert-pattern "Last1")
        (goto-char (point-min))
        (tell 'begun (if (re-search-forward "^Pattern Last1$" nil t) t :json-false))
        (set-buffer-modified-p nil)))
  (error (tell 'failed (error-message-string why))))

(with-temp-file (getenv "OUT")
  (insert (json-encode told)))
(kill-emacs 0)
;;; drive.el ends here
