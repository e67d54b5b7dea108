;;; taskpaper-mode.el --- Task files with duecal  -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "26.3"))

;;; Commentary:

;; A small major mode for .taskpaper and .todo files.  With eglot, `duecal lsp' offers dates and tags, shows
;; what is wrong, and changes tasks: M-x eglot, or
;;
;;   (require 'taskpaper-mode)
;;   (add-hook 'taskpaper-mode-hook #'eglot-ensure)

;;; Code:

(defvar taskpaper-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-d") #'taskpaper-done)
    (define-key map (kbd "C-c C-s") #'taskpaper-snooze)
    map)
  "Keys of `taskpaper-mode'.")

(defvar taskpaper-font-lock-keywords
  '(("^[ \t]*\\([-☐✔✘]\\)[ \t]" 1 font-lock-builtin-face)
    ("^[ \t]*[-✔✘][ \t]+\\(.*[ \t]@\\(?:done\\|cancell?ed\\).*\\)$" 1 font-lock-comment-face)
    ("^[ \t]*\\(\\(?:[^-☐✔✘ \t\n].*?\\)?:\\)\\(?:[ \t]+@[^ \t\n(]+\\(?:([^)\n]*)\\)?\\)*[ \t]*$" 1
     font-lock-function-name-face)
    ("\\(?:^\\|[ \t]\\)\\(@[[:alnum:]._-]+\\)\\((\\(?:\\\\.\\|[^\\)\n]\\)*)\\)?"
     (1 font-lock-keyword-face t) (2 font-lock-constant-face t t)))
  "Colours of projects, tasks, tags and their values.")

;;;###autoload
(define-derived-mode taskpaper-mode text-mode "TaskPaper"
  "Major mode for task files, whose levels are tabs."
  (setq-local indent-tabs-mode t
              tab-width 4
              comment-start nil
              outline-regexp "[ \t]*[^ \t\n]"
              font-lock-defaults '(taskpaper-font-lock-keywords t)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:taskpaper\\|todo\\)\\'" . taskpaper-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(taskpaper-mode . ("duecal" "lsp"))))

(declare-function eglot-current-server "eglot")
(declare-function eglot-execute-command "eglot")
(declare-function eglot--path-to-uri "eglot")

(defun taskpaper-change (change &optional value)
  "Make CHANGE of the task at point, with VALUE: one of those of `duecal.change'."
  (require 'eglot)
  (let ((server (or (eglot-current-server) (user-error "Start eglot first"))))
    (eglot-execute-command
     server 'duecal.change
     (vector (append (list :uri (eglot--path-to-uri (buffer-file-name))
                           :line (1- (line-number-at-pos nil t)) :change change)
                     (and value (list :value value)))))))

(defun taskpaper-done ()
  "Mark the task at point as done; a repeating task goes on with its next date."
  (interactive)
  (taskpaper-change "done"))

(defun taskpaper-snooze (when)
  "Postpone the task at point to WHEN, such as +1w or friday."
  (interactive "sSnooze until: ")
  (taskpaper-change "snooze" when))

(provide 'taskpaper-mode)
;;; taskpaper-mode.el ends here
