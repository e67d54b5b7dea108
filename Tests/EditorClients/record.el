;;; record.el --- Emacs with eglot, which types keys that it reads from its input  -*- lexical-binding: t; -*-

;; Usage: Tests/EditorClients/record.py --editors eglot DUECAL

;;; Code:

(require 'eglot)
(require 'json)
(require 'taskpaper-mode)

(setq make-backup-files nil
      create-lockfiles nil
      eglot-confirm-server-initiated-edits nil
      eglot-events-buffer-size 0
      eglot-sync-connect 10)
(add-to-list 'auto-mode-alist '("\\.md\\'" . taskpaper-mode))

(cl-defmethod eglot-handle-notification
  (_server (_method (eql textDocument/publishDiagnostics)) &key &allow-other-keys)
  "Show no messages: eglot 1.9 looks for ever for a column that was right before a change and is now inside of a character.")

(defun duecal-record-open (path)
  "Open the file PATH instead of the one that is open."
  (let ((old (and buffer-file-name (current-buffer))))
    (find-file path)
    (unless (eglot-current-server)
      (let ((eglot-server-programs `((taskpaper-mode . (,(getenv "DUECAL_BINARY") "lsp")))))
        (apply #'eglot--connect (eglot--guess-contact))))
    (when old (with-current-buffer old (set-buffer-modified-p nil) (kill-buffer)))))

(defun duecal-record-type (keys times)
  "Type KEYS, or evaluate them, as often as TIMES says; an error ends them, as a beep does."
  (condition-case nil
      (dotimes (_ times)
        (if (string-prefix-p "(" keys)
            (eval (read keys))
          (execute-kbd-macro (kbd keys)))
        (undo-boundary))
    ((error quit) nil)))

(defun duecal-record-save ()
  "Save, which sends the changes and the text."
  (set-buffer-modified-p t)
  (basic-save-buffer)
  (accept-process-output nil 0.001))

(let (line)
  (while (setq line (ignore-errors (read-string "")))
    (let ((order (json-parse-string line :array-type 'list :object-type 'alist)))
      (when (alist-get 'open order) (duecal-record-open (alist-get 'open order)))
      (switch-to-buffer (current-buffer))
      (dolist (edit (alist-get 'edits order)) (duecal-record-type (car edit) (cadr edit)))
      (when (alist-get 'edits order) (duecal-record-save))))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot--current-server-or-lose)))

;;; record.el ends here
