;;; eglot.el --- Drives Emacs with eglot against duecal  -*- lexical-binding: t; -*-

;; Usage: Tests/EditorClients/eglot DUECAL

;;; Code:

(require 'eglot)
(require 'taskpaper-mode)

(defvar duecal-test-folder (file-name-as-directory (make-temp-file "duecal" t)))

(setq eglot-confirm-server-initiated-edits nil)

(defvar duecal-test-messages nil "The messages that the server sent last.")

(cl-defmethod eglot-handle-notification :before
  (_server (_method (eql textDocument/publishDiagnostics)) &key diagnostics &allow-other-keys)
  "Keep DIAGNOSTICS for the test."
  (setq duecal-test-messages (append diagnostics nil)))

(defun duecal-test-until (what ask)
  "Wait until ASK answers something, or fail with WHAT."
  (let ((end (+ (float-time) 15)) answer)
    (while (and (not (setq answer (funcall ask))) (< (float-time) end))
      (accept-process-output nil 0.05))
    (or answer (error "eglot: timeout: %s" what))))

(defun duecal-test-expect (holds what seen)
  "Fail with WHAT and what was SEEN unless HOLDS."
  (unless holds (error "eglot: %s: %S" what seen)))

(defun duecal-test-sync ()
  "Send the changes that eglot has collected."
  (eglot--signal-textDocument/didChange))

(defun duecal-test-act (title)
  "Carry out the action TITLE at point."
  (let* ((params (list :textDocument (eglot--TextDocumentIdentifier)
                       :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                       :context '(:diagnostics [])))
         (actions (append (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction params) nil))
         (action (seq-find (lambda (action) (equal (plist-get action :title) title)) actions)))
    (duecal-test-expect action (format "no action %s" title) (mapcar (lambda (a) (plist-get a :title)) actions))
    (eglot--apply-workspace-edit (plist-get action :edit))))

(let ((file (expand-file-name "home.taskpaper" duecal-test-folder)))
  (with-temp-file file
    (insert "Home:\n\t- Pay 🧾 rent @due(2026-11-20)\n\t- Broken @due(2026-02-30)\n"))
  (find-file file)
  (duecal-test-expect (eq major-mode 'taskpaper-mode) "mode" major-mode)
  (let ((eglot-server-programs `((taskpaper-mode . (,(getenv "DUECAL_BINARY") "lsp"))))
        (eglot-sync-connect 10))
    (apply #'eglot--connect (eglot--guess-contact)))
  (duecal-test-until "messages" (lambda () duecal-test-messages))
  (duecal-test-expect (string-match-p "no day 30" (plist-get (car duecal-test-messages) :message))
                      "messages" duecal-test-messages)

  ;; Completion behind characters that UTF-16 counts twice.
  (goto-char (point-max))
  (insert "\t- 🧾 Call @due(tom")
  (duecal-test-sync)
  (let* ((capf (eglot-completion-at-point))
         (shown (all-completions (buffer-substring (nth 0 capf) (nth 1 capf)) (nth 2 capf))))
    (duecal-test-expect (member "tomorrow" (mapcar #'substring-no-properties shown)) "completion" shown))
  (delete-region (line-beginning-position) (point-max))
  (duecal-test-sync)

  ;; Actions write the bytes of the commands.
  (goto-char (point-min))
  (forward-line 1)
  (forward-char 4)
  (duecal-test-act "Mark as done")
  (duecal-test-expect (string-match-p "rent @due(2026-11-20) @done(2026-11-25)$" (buffer-string))
                      "done" (buffer-string))
  (duecal-test-sync)

  ;; Renaming, behind the same characters.
  (goto-char (point-min))
  (search-forward "@du")
  (eglot-rename "deadline")
  (duecal-test-expect (string-match-p "@deadline(2026-11-20) @done" (buffer-string)) "rename" (buffer-string))
  (duecal-test-sync)

  (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                (eglot--TextDocumentPositionParams))))
    (duecal-test-expect (string-match-p "due date" (plist-get (plist-get hover :contents) :value)) "hover" hover))
  (taskpaper-change "undone")
  (duecal-test-until "undone" (lambda () (not (string-match-p "@done" (buffer-string)))))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot--current-server-or-lose))
  (message "eglot: messages, completion, actions, rename, hover and commands work"))

;;; eglot.el ends here
