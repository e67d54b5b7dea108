;;; tasks.el --- Print the tasks of an Org file as a task file  -*- lexical-binding: t -*-

;; Usage: emacs --batch --load tasks.el FILE.org >FILE.taskpaper
;;
;; A headline with a keyword, or with a date, becomes a task. A headline above a task becomes a project.
;; The iCalendar export of Org is not used, because it leaves out repeaters and completion times, and
;; gives each task without SCHEDULED the time of the export as its start.
;;
;;   DEADLINE               @due(…), or SCHEDULED or a date in the text if there is no DEADLINE
;;   SCHEDULED              @start(…), if there is a DEADLINE
;;   CLOSED                 the date of @done(…)
;;   +1m, ++1m; .+1m        @repeat(monthly); @repeat(monthly after done)
;;   [#A], [#B], [#C]       @priority(1), @priority(5), @priority(9)
;;   :tag:, other keywords  @tag; @keyword
;;   text                   notes
;;
;; What a task file cannot hold is reported: habits, warning days, clocks, properties and later dates.

;;; Code:

(require 'org)
(require 'org-element)

(defun tasks-report (headline what)
  "Report that WHAT of HEADLINE is not kept."
  (message "%s:%d: not kept: %s" (file-name-nondirectory buffer-file-name)
           (line-number-at-pos (org-element-property :begin headline)) what))

(defun tasks-day (stamp end)
  "The date of STAMP, or with END of its end, with its time if it has one."
  (cl-flet ((part (start-key end-key) (org-element-property (if end end-key start-key) stamp)))
    (let ((day (format "%04d-%02d-%02d" (part :year-start :year-end) (part :month-start :month-end)
                       (part :day-start :day-end)))
          (hour (part :hour-start :hour-end)))
      (if hour (format "%s %02d:%02d" day hour (part :minute-start :minute-end)) day))))

(defun tasks-date (stamp)
  "STAMP as a date or a range."
  (let ((first (tasks-day stamp nil)) (last (tasks-day stamp t)))
    (cond ((equal first last) first)
          ((and (> (length first) 10) (equal (substring first 0 10) (substring last 0 10)))
           (concat first " - " (substring last 11)))
          (t (concat first " thru " last)))))

(defun tasks-rule (stamp)
  "The repetition of STAMP; nil if it has none."
  (let* ((type (org-element-property :repeater-type stamp))
         (count (org-element-property :repeater-value stamp))
         (unit (org-element-property :repeater-unit stamp))
         (word (cdr (assq unit '((day . "daily") (week . "weekly") (month . "monthly") (year . "yearly"))))))
    (when (and type word)
      (concat (if (= count 1) word (format "every %d %ss" count unit))
              (if (eq type 'restart) " after done" "")))))

(defun tasks-dates (headline)
  "The active dates in the title and the text of HEADLINE, in order."
  (let ((section (seq-find (lambda (part) (eq (org-element-type part) 'section))
                           (org-element-contents headline)))
        (wanted (lambda (stamp)
                  (and (memq (org-element-property :type stamp) '(active active-range)) stamp))))
    (append (org-element-map (org-element-property :title headline) 'timestamp wanted)
            (and section (org-element-map section 'timestamp wanted nil nil '(planning property-drawer drawer))))))

(defun tasks-plain (text)
  "TEXT without what a task file would read as a tag or as part of its outline."
  (replace-regexp-in-string "\\(\\`\\|[ \t]\\)@\\([[:alnum:]_.-]\\)" "\\1@\u2060\\2"
                            (replace-regexp-in-string "[ \t\n]+" " " (string-trim text))))

(defun tasks-notes (headline)
  "The lines of text of HEADLINE."
  (let ((section (seq-find (lambda (part) (eq (org-element-type part) 'section))
                           (org-element-contents headline)))
        (lines nil))
    (dolist (part (and section (org-element-contents section)))
      (pcase (org-element-type part)
        ((or 'planning 'property-drawer))
        ((or 'drawer 'clock)
         (tasks-report headline (format "%s" (org-element-property :drawer-name part))))
        (_ (dolist (line (split-string (buffer-substring-no-properties
                                        (org-element-property :begin part) (org-element-property :end part))
                                       "\n" t "[ \t]+"))
             (unless (string-match-p "\\`<[^>]*>\\'" line) (push line lines))))))
    ;; A note must not begin like a task, or end like a project.
    (mapcar (lambda (line)
              (replace-regexp-in-string "\\`- " "\u2060- "
                                        (replace-regexp-in-string ":\\'" ":\u2060" line)))
            (nreverse lines))))

(defun tasks-tags (headline stamp)
  "The tags of HEADLINE, which is due at STAMP."
  (let* ((deadline (org-element-property :deadline headline))
         (scheduled (org-element-property :scheduled headline))
         (closed (org-element-property :closed headline))
         (keyword (org-element-property :todo-keyword headline))
         (priority (org-element-property :priority headline))
         (rule (and stamp (tasks-rule stamp))))
    (append
     (and stamp (list (format "@due(%s)" (tasks-date stamp))))
     (and rule (list (format "@repeat(%s)" rule)))
     (and deadline scheduled (list (format "@start(%s)" (tasks-day scheduled nil))))
     (and (not keyword) (list "@event"))
     (and priority (list (format "@priority(%s)" (cond ((= priority ?A) 1) ((= priority ?B) 5) (t 9)))))
     (and keyword (not (member keyword '("TODO" "DONE")))
          (list (cond ((member keyword '("CANCELLED" "CANCELED")) "@cancelled")
                      ((member keyword '("STARTED" "DOING")) "@started")
                      (t (concat "@" (downcase keyword))))))
     (mapcar (lambda (tag) (concat "@" (substring-no-properties (replace-regexp-in-string "[@#%]" "-" tag))))
             (org-element-property :tags headline))
     (and (eq (org-element-property :todo-type headline) 'done)
          (not (member keyword '("CANCELLED" "CANCELED")))
          (list (if closed (format "@done(%s)" (tasks-day closed nil)) "@done"))))))

(defun tasks-lost (headline stamps)
  "Report what HEADLINE has and a task has not; STAMPS are its dates."
  (when (cdr stamps) (tasks-report headline (format "%d more dates" (1- (length stamps)))))
  (dolist (stamp stamps)
    (when (org-element-property :warning-value stamp) (tasks-report headline "warning days"))
    (when (and (org-element-property :repeater-type stamp) (not (tasks-rule stamp)))
      (tasks-report headline (org-element-property :raw-value stamp))))
  (dolist (key '(:EFFORT :STYLE :LOCATION))
    (when (org-element-property key headline)
      (tasks-report headline (format "%s %s" (substring (symbol-name key) 1) (org-element-property key headline))))))

(defun tasks-is-task (headline)
  "Whether HEADLINE is a task: it has a keyword or a date."
  (or (org-element-property :todo-keyword headline) (org-element-property :deadline headline)
      (org-element-property :scheduled headline) (tasks-dates headline)))

(defun tasks-print (headline depth)
  "Print HEADLINE and what is below it, DEPTH tabs deep."
  (let* ((is-task (tasks-is-task headline))
         (indent (make-string depth ?\t))
         (dates (tasks-dates headline))
         (stamp (or (org-element-property :deadline headline) (org-element-property :scheduled headline)
                    (car dates)))
         (title (tasks-plain (replace-regexp-in-string "<[0-9][^>]*>\\(--<[^>]*>\\)?" ""
                                                       (org-element-property :raw-value headline))))
         (tags (if is-task (tasks-tags headline stamp)
                 (mapcar (lambda (tag) (concat "@" (substring-no-properties tag)))
                         (org-element-property :tags headline)))))
    (princ (concat indent (if is-task "- " "") title (if is-task "" ":")
                   (mapconcat (lambda (tag) (concat " " tag)) tags "") "\n"))
    (dolist (note (tasks-notes headline)) (princ (concat indent "\t" note "\n")))
    (when is-task (tasks-lost headline (if (memq stamp dates) dates (cons stamp dates))))
    (tasks-below headline (1+ depth))))

(defun tasks-below (parent depth)
  "Print the headlines directly below PARENT that are tasks or contain one, DEPTH tabs deep."
  (dolist (part (org-element-contents parent))
    (when (and (eq (org-element-type part) 'headline)
               (org-element-map part 'headline #'tasks-is-task nil t))
      (tasks-print part depth))))

(let ((coding-system-for-write 'utf-8)
      (org-element-use-cache nil))
  (set-terminal-coding-system 'utf-8)
  (dolist (file command-line-args-left)
    (with-current-buffer (find-file-noselect file)
      (org-mode)
      (tasks-below (org-element-parse-buffer) 0)))
  (setq command-line-args-left nil))

;;; tasks.el ends here
